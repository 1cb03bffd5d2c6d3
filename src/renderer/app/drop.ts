import { plural } from '../kit/format';

/** What hovers over the window, as far as a browser tells before the drop: no names, only kinds. */
export interface DropHint {
  readonly files: number;
  readonly zips: number;
  /** Something that is no file: text, a link. */
  readonly other: boolean;
}

/** Reads the hint from what is dragged. */
export function hintOf(transfer: Pick<DataTransfer, 'items' | 'types'> | null): DropHint {
  const items = [...(transfer?.items ?? [])];
  const files = items.filter((item) => item.kind === 'file');
  return {
    // Some sources say only "Files" until the drop.
    files: files.length || (transfer?.types.includes('Files') ? 1 : 0),
    zips: files.filter((item) => /zip/.test(item.type)).length,
    other: files.length === 0 && !transfer?.types.includes('Files'),
  };
}

/** What dropping will do, as a title and a sentence. */
export function hintText(hint: DropHint): { title: string; text: string } {
  if (hint.other)
    return { title: 'Only files and folders open here', text: 'Save the text or the link as a file first.' };
  if (hint.zips === hint.files)
    return hint.files === 1
      ? { title: 'Open this archive', text: 'A package opens in a tab of its own; nothing is unpacked.' }
      : { title: `Open ${hint.files} archives`, text: 'Each package opens in a tab of its own; nothing is unpacked.' };
  if (hint.files === 1)
    return {
      title: 'Open this file or folder',
      text: 'A .mur.zip opens as a package. Anything else is named for what it is.',
    };
  return {
    title: `Open ${plural(hint.files, 'item')}`,
    text: hint.zips > 0 ? `${plural(hint.zips, 'archive')} among them.` : 'Each opens in the view it belongs to.',
  };
}
