export interface Rectangle {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** How the window was left, as it is kept in a file. */
export interface WindowState {
  readonly bounds: Rectangle;
  readonly maximized: boolean;
}

export const SMALLEST = { width: 640, height: 420 };
const FIRST = { width: 1200, height: 800 };
/** Pixels of the title bar that must be within reach of the pointer, else the window could not be moved back. */
const REACHABLE = 64;

/**
 * Where the window opens: where it was, if enough of its upper edge is on a display that is still there, else in its
 * usual size and place. Never larger than the display it is on, never smaller than what the views need.
 */
export function openingBounds(
  state: unknown,
  areas: readonly Rectangle[],
): Partial<Rectangle> & { width: number; height: number } {
  const before = boundsIn(state);
  const area = before && areas.find((candidate) => isReachable(before, candidate));
  if (!before || !area) return fit(FIRST, areas[0]);
  return { x: Math.round(before.x), y: Math.round(before.y), ...fit(before, area) };
}

// By hand: this runs before the first picture, for which a schema library would have to be loaded.
function boundsIn(state: unknown): Rectangle | null {
  const bounds = isRecord(state) ? state.bounds : null;
  if (!isRecord(bounds)) return null;
  const { x, y, width, height } = bounds;
  return isNumber(x) && isNumber(y) && isNumber(width) && isNumber(height) ? { x, y, width, height } : null;
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);

/** Whether the window was left maximized. */
export const wasMaximized = (state: unknown): boolean => isRecord(state) && state.maximized === true;

function isReachable(window: Rectangle, area: Rectangle): boolean {
  const across = Math.min(window.x + window.width, area.x + area.width) - Math.max(window.x, area.x);
  return across >= REACHABLE && window.y >= area.y && window.y <= area.y + area.height - REACHABLE;
}

function fit(size: { width: number; height: number }, area: Rectangle | undefined): { width: number; height: number } {
  const within = (wanted: number, least: number, most: number) => Math.round(Math.max(least, Math.min(wanted, most)));
  return {
    width: within(size.width, SMALLEST.width, area?.width ?? FIRST.width),
    height: within(size.height, SMALLEST.height, area?.height ?? FIRST.height),
  };
}
