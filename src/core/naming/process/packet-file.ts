import { chmodSync, closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PacketFile, PacketFiles } from './port';
import { hold } from './sweep';

/**
 * Packet files below `parent` (the system's temporary folder): a fresh 0700 folder for each packet, so that no two blocks
 * share a path and a runner that spoils its folder spoils nobody else's. All steps are synchronous, so that the folder is
 * held for removal before anything else can happen to the process.
 */
export function packetFiles(parent: () => string = tmpdir): PacketFiles {
  return {
    write(packet): PacketFile {
      const folder = mkdtempSync(join(parent(), 'murscope-naming-'));
      const letGo = hold(() => removeFolder(folder));
      const remove = () => {
        removeFolder(folder);
        letGo();
      };
      try {
        const path = join(folder, 'packet.json');
        const file = openSync(path, 'wx', 0o600);
        try {
          for (const part of packet) writeWhole(file, part);
        } finally {
          closeSync(file);
        }
        return { path, remove };
      } catch (error) {
        remove();
        throw error;
      }
    },
  };
}

function writeWhole(file: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
}

/** Removes a folder even if the runner took its own rights away, or writes into it at this moment. */
function removeFolder(folder: string): void {
  for (let attempt = 0; attempt < 5; attempt++) {
    try {
      rmSync(folder, { recursive: true, force: true });
      return;
    } catch {
      unlock(folder);
    }
  }
}

function unlock(folder: string): void {
  try {
    chmodSync(folder, 0o700);
  } catch {
    // It is gone, or not ours any more; the next attempt will tell.
  }
}
