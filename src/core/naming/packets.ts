import { type Dirent, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { err, failure, ok, type Result } from '../../shared/result';
import { readFailure } from '../io/source';
import { compareBytes } from '../text/order';
import { showName } from '../text/visible';
import { BLOCK_COUNT_LIMIT, BLOCKS_LIMIT, type Block, type Blocks, withRepeated } from './block';
import { readBlocksFile, readPacketFile } from './blocks';

/** Reads what `--blocks` or a drop names: a folder of packets, or a blocks file. */
export async function readBlocks(path: string, signal?: AbortSignal): Promise<Result<Blocks>> {
  try {
    if (statSync(path).isDirectory()) return await readPacketFolder(path, signal);
  } catch (error) {
    return err(readFailure(error));
  }
  return readBlocksFile(path, signal);
}

/**
 * A folder of packets (4.3): each `*.json` file directly in it is a packet, in byte order of names; its id is the packet's
 * `block_id` if that is a string, else the file's stem. Links are followed; what is no regular file is a failure.
 */
export async function readPacketFolder(folder: string, signal?: AbortSignal): Promise<Result<Blocks>> {
  let entries: Dirent[];
  try {
    entries = readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    return err(readFailure(error));
  }
  const names = entries
    .filter((entry) => /\.json$/i.test(entry.name) && !entry.name.startsWith('.') && !entry.isDirectory())
    .map((entry) => entry.name)
    .sort(compareBytes);
  if (names.length > BLOCK_COUNT_LIMIT)
    return err(failure('blocks-too-many', `more than ${BLOCK_COUNT_LIMIT} packets`));
  if (names.length === 0) {
    return err(
      failure('no-packets', 'the folder holds no packets', 'Packets are *.json files directly in the folder.'),
    );
  }
  const blocks: Block[] = [];
  let room = BLOCKS_LIMIT;
  for (const name of names) {
    if (signal?.aborted) return err(failure('cancelled', 'reading the blocks was cancelled'));
    const block = await readPacketFile(join(folder, name), name.slice(0, -'.json'.length), room);
    if (!block.ok) return err({ ...block.error, message: `${showName(name)}: ${block.error.message}` });
    room -= block.value.packet.length;
    blocks.push(block.value);
  }
  return ok(withRepeated(blocks));
}
