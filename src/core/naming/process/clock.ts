import type { Clock } from './port';

/** The longest time one `setTimeout` takes; a longer one would fire at once. */
const LONGEST = 2 ** 31 - 1;

export const systemClock: Clock = {
  now: () => performance.now(),
  after(ms, call) {
    let timer: NodeJS.Timeout;
    const wait = (left: number) => {
      const now = Math.min(left, LONGEST);
      timer = setTimeout(() => (left > now ? wait(left - now) : call()), now);
    };
    wait(ms);
    return () => clearTimeout(timer);
  },
};
