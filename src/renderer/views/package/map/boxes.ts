import type { TreemapNode } from '../../../../shared/models/treemap';

/** Boxes that are drawn at once; each is an element of the page. */
export const MOST_DRAWN = 1500;
/** Pixels below which nothing can be seen or hit. */
const LEAST = 3;

/** The boxes worth drawing, in their order: not too small, and where there are too many the largest. */
export function drawnBoxes(nodes: readonly TreemapNode[], most = MOST_DRAWN): readonly TreemapNode[] {
  const seen = nodes.filter(({ width, height }) => width >= LEAST && height >= LEAST);
  if (seen.length <= most) return seen;
  const areas = seen.map(area).sort((a, b) => b - a);
  const least = areas[most - 1] ?? 0;
  return seen.filter((node) => area(node) >= least).slice(0, most);
}

const area = ({ width, height }: TreemapNode) => width * height;

export type Way = 'ArrowLeft' | 'ArrowRight' | 'ArrowUp' | 'ArrowDown';
export const isWay = (key: string): key is Way => /^Arrow(?:Left|Right|Up|Down)$/.test(key);

/** A box turned so that the way always leads to the right. */
interface Turned {
  readonly near: number;
  readonly far: number;
  readonly low: number;
  readonly high: number;
}

const TURN: Readonly<Record<Way, (box: TreemapNode) => Turned>> = {
  ArrowRight: ({ x, y, width, height }) => ({ near: x, far: x + width, low: y, high: y + height }),
  ArrowLeft: ({ x, y, width, height }) => ({ near: -x - width, far: -x, low: y, high: y + height }),
  ArrowDown: ({ x, y, width, height }) => ({ near: y, far: y + height, low: x, high: x + width }),
  ArrowUp: ({ x, y, width, height }) => ({ near: -y - height, far: -y, low: x, high: x + width }),
};

/** How much a box beside the way counts as farther than one on it. */
const ASIDE = 3;

/**
 * The next box in a direction: the nearest one beside it, of those as deep as it is; where there is none, the nearest one
 * that is less deep. From nothing, the first box. Null where nothing lies that way.
 */
export function nextBox(boxes: readonly TreemapNode[], current: string | null, way: Way): string | null {
  const from = boxes.find(({ key }) => key === current);
  if (from === undefined) return boxes[0]?.key ?? null;
  const turn = TURN[way];
  const start = turn(from);
  let best: { readonly key: string; readonly depth: number; readonly distance: number } | null = null;
  for (const box of boxes) {
    if (box.depth > from.depth || box === from) continue;
    const to = turn(box);
    if (to.near < start.far - 0.5) continue;
    const aside = Math.max(0, to.low - start.high, start.low - to.high);
    const middle = Math.abs((to.low + to.high) / 2 - (start.low + start.high) / 2);
    const distance = to.near - start.far + ASIDE * aside + middle / 100;
    const isBetter = best === null || box.depth > best.depth || (box.depth === best.depth && distance < best.distance);
    if (isBetter) best = { key: box.key, depth: box.depth, distance };
  }
  return best?.key ?? null;
}
