import { z } from 'zod';

const rectangleSchema = z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() });
export type Rectangle = z.infer<typeof rectangleSchema>;

export const windowStateSchema = z.object({ bounds: rectangleSchema, maximized: z.boolean() });
export type WindowState = z.infer<typeof windowStateSchema>;

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
  const before = windowStateSchema.safeParse(state).data?.bounds;
  const area = before && areas.find((candidate) => isReachable(before, candidate));
  if (!before || !area) return fit(FIRST, areas[0]);
  return { x: Math.round(before.x), y: Math.round(before.y), ...fit(before, area) };
}

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
