import { type Stats, unwatchFile, watchFile as watch } from 'node:fs';

/** Milliseconds between two looks. Looking is one `stat`, which sees replacing, vanishing and coming back alike. */
const EVERY = 500;

/**
 * Tells when a file changed on disk (`true`) or vanished (`false`), once it has been the same for two looks, so that a
 * file that is being written is not read half. Returns what ends it.
 */
export function watchFile(path: string, onChange: (there: boolean) => void): () => void {
  let settle: NodeJS.Timeout | undefined;
  const changed = (now: Stats, before: Stats) => {
    if (now.ino === before.ino && now.size === before.size && now.mtimeMs === before.mtimeMs) return;
    clearTimeout(settle);
    settle = setTimeout(() => onChange(now.mtimeMs !== 0 || now.size !== 0), now.mtimeMs === 0 ? 0 : EVERY + 100);
  };
  watch(path, { interval: EVERY, persistent: false }, changed);
  return () => {
    clearTimeout(settle);
    unwatchFile(path, changed);
  };
}
