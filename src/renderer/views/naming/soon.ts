/** Calls `work` soon after `touch`, never twice within `everyMs`; the last touch is always followed by a call. */
export function soon(everyMs: number, work: () => void): { touch(): void; drop(): void } {
  let timer: ReturnType<typeof setTimeout> | null = null;
  let last = Number.NEGATIVE_INFINITY;
  return {
    touch() {
      if (timer !== null) return;
      timer = setTimeout(
        () => {
          timer = null;
          last = performance.now();
          work();
        },
        Math.max(0, last + everyMs - performance.now()),
      );
    },
    drop() {
      if (timer !== null) clearTimeout(timer);
      timer = null;
    },
  };
}
