/**
 * What must not outlive this program: process groups and temporary folders. Whoever makes one holds it here until it is
 * gone; when the process ends by whatever way still runs code (its own `exit`, an uncaught error, a handled signal), what
 * is left is ended and removed on the spot.
 */
const held = new Set<() => void>();
let watching = false;

/** Holds something to be undone at the end of the process; the answer lets it go. */
export function hold(undo: () => void): () => void {
  if (!watching) process.on('exit', sweep);
  watching = true;
  held.add(undo);
  return () => held.delete(undo);
}

/** Undoes everything that is held, at once and without waiting. Also for hosts whose end has no `exit`. */
export function sweep(): void {
  for (const undo of held) {
    held.delete(undo);
    try {
      undo();
    } catch {
      // The others still have their turn, and there is nobody left to tell.
    }
  }
}

/**
 * Calls back when the terminal hangs up (SIGHUP), which otherwise would end this process and nothing else; the answer
 * takes it back. Ctrl-C and SIGTERM are the command line's own.
 */
export function onHangUp(call: () => void): () => void {
  process.on('SIGHUP', call);
  return () => process.off('SIGHUP', call);
}

/** How much is held: 0 where nothing of a batch is left. */
export function heldCount(): number {
  return held.size;
}
