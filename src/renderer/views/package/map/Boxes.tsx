// biome-ignore-all lint/a11y/useFocusableInteractive: the area has the focus and names its current box (aria-activedescendant)
// biome-ignore-all lint/a11y/useKeyWithClickEvents: the area handles the keys
import { type KeyboardEvent, type MouseEvent, memo, useId, useMemo } from 'react';
import type { TreemapKind, TreemapNode } from '../../../../shared/models/treemap';
import { bytes, exactBytes, percent, plural } from '../../../kit/format';
import { texts } from '../texts';
import { drawnBoxes, isWay, nextBox } from './boxes';

const words = texts.map;

export interface BoxProps {
  readonly nodes: readonly TreemapNode[];
  readonly current: string | null;
  readonly onChoose: (key: string) => void;
  readonly onEnter: (key: string) => void;
}

/** Boxes in an area that is one stop of the Tab key. They stand in percent, so that they stretch until new ones are there. */
export function Boxes(props: BoxProps & { readonly width: number; readonly height: number }) {
  const { nodes, current, onChoose, onEnter, width, height } = props;
  const id = useId();
  const boxes = useMemo(() => drawnBoxes(nodes), [nodes]);
  const at = boxes.findIndex(({ key }) => key === current);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (isWay(event.key)) {
      const next = nextBox(boxes, current, event.key);
      if (next !== null) onChoose(next);
    } else if (event.key === 'Home' || event.key === 'End') {
      const end = event.key === 'Home' ? boxes[0] : boxes.at(-1);
      if (end) onChoose(end.key);
    } else if ((event.key === 'Enter' || event.key === ' ') && current !== null) onEnter(current);
    else return;
    event.preventDefault();
  };
  const keyAt = (event: MouseEvent): string | undefined => {
    const found = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-at]') : null;
    return found ? boxes[Number(found.dataset.at)]?.key : undefined;
  };
  const onClick = (event: MouseEvent) => {
    const key = keyAt(event);
    if (key === undefined) return;
    if (event.detail === 2) onEnter(key);
    else onChoose(key);
  };
  return (
    <div
      role="listbox"
      aria-label={words.boxes}
      aria-activedescendant={at >= 0 ? `${id}-${at}` : undefined}
      tabIndex={0}
      className="treemap"
      onKeyDown={onKeyDown}
      onClick={onClick}
    >
      {boxes.map((box, index) => (
        <Box
          key={box.key}
          id={`${id}-${index}`}
          index={index}
          box={box}
          across={width}
          down={height}
          isCurrent={index === at}
        />
      ))}
    </div>
  );
}

interface OneProps {
  readonly id: string;
  readonly index: number;
  readonly box: TreemapNode;
  readonly across: number;
  readonly down: number;
  readonly isCurrent: boolean;
}

/** Room that a name, and a size under it, take. Pixels. */
const NAME = [30, 15] as const;
const SIZE = [56, 32] as const;

const Box = memo(function Box({ id, index, box, across, down, isCurrent }: OneProps) {
  const { x, y, width, height, kind, shown, share } = box;
  const what = `${words.kinds[kind]}, ${exactBytes(box.bytes)}, ${percent(share, 1)}`;
  const inside = kind === 'folder' ? `, ${plural(box.entries, 'entry', 'entries')}` : '';
  return (
    <div
      id={id}
      role="option"
      aria-selected={isCurrent}
      aria-label={`${short(shown)}, ${what}${inside}`}
      data-at={index}
      data-kind={kind}
      data-tip={`${short(shown)}\n${what}${inside}`}
      className="treemap-box"
      style={{
        left: `${(x / across) * 100}%`,
        top: `${(y / down) * 100}%`,
        width: `${(width / across) * 100}%`,
        height: `${(height / down) * 100}%`,
      }}
    >
      {width >= NAME[0] && height >= NAME[1] && <bdi>{short(shown)}</bdi>}
      {kind !== 'folder' && width >= SIZE[0] && height >= SIZE[1] && <span>{bytes(box.bytes)}</span>}
    </div>
  );
});

/** Characters of a name that a box or its tooltip shows; the pane beside shows it whole. */
const LONG = 200;
const short = (shown: string) =>
  shown.length > LONG ? `${shown.slice(0, LONG / 2)}…${shown.slice(-LONG / 2)}` : shown;

const KINDS = Object.keys(words.kinds) as readonly TreemapKind[];

/** Which colour is what, of those that are there. */
export function Legend({ nodes }: { nodes: readonly TreemapNode[] }) {
  const there = new Set(nodes.map(({ kind }) => kind));
  return (
    <ul className="treemap-legend" aria-label={words.legend}>
      {KINDS.filter((kind) => kind !== 'folder' && there.has(kind)).map((kind) => (
        <li key={kind}>
          <i className="treemap-swatch" data-kind={kind} />
          {words.kinds[kind]}
        </li>
      ))}
    </ul>
  );
}
