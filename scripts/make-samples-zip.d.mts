type Bytes = string | Uint8Array;

export interface ZipEntry {
  readonly name: Bytes;
  readonly content?: Bytes;
  /** 8 for content, 0 for none. */
  readonly method?: number;
  /** Packed data in place of what the method would give. */
  readonly data?: Bytes;
  readonly flags?: number;
  readonly time?: number;
  readonly crc?: number;
  readonly packed?: number;
  readonly size?: number;
  /** Sizes behind the data: true for a right descriptor, or its bytes. */
  readonly descriptor?: boolean | Bytes;
  readonly localExtra?: Bytes;
  /** What the local header says differently; null (with `localOffset`) for none at all. */
  readonly local?: {
    readonly name?: Bytes;
    readonly extra?: Bytes;
    readonly flags?: number;
    readonly method?: number;
    readonly crc?: number;
    readonly packed?: number;
    readonly size?: number;
  } | null;
  readonly extra?: Bytes;
  readonly comment?: Bytes;
  readonly disk?: number;
  readonly madeBy?: number;
  readonly mode?: number;
  readonly attributes?: number;
  readonly nameLength?: number;
  readonly localOffset?: number;
  /** False: only a local entry, no record in the directory. */
  readonly directory?: boolean;
}

/** The same, by the name that tests of other rooms know it under. */
export type MadeEntry = ZipEntry;

export interface EndFields {
  readonly disk?: number;
  readonly directoryDisk?: number;
  readonly count?: number;
  readonly total?: number;
  readonly size?: number;
  readonly offset?: number;
  readonly commentLength?: number;
}

export interface ZipOptions {
  readonly prefix?: Bytes;
  /** False: offsets do not count the prefix. */
  readonly correctOffsets?: boolean;
  readonly comment?: Bytes;
  readonly trailing?: Bytes;
  readonly beforeDirectory?: Bytes;
  readonly betweenDirectoryAndEnd?: Bytes;
  readonly count?: number;
  readonly total?: number;
  readonly end?: EndFields;
  readonly zip64?:
    | boolean
    | (EndFields & {
        readonly recordSize?: number;
        readonly locatorDisk?: number;
        readonly disks?: number;
        readonly recordOffset?: number;
      });
}

export function crc32(bytes: Uint8Array): number;
export function fields(...pairs: ReadonlyArray<readonly [size: number, value: number | bigint]>): Buffer;
export function extraField(id: number, content: Uint8Array): Buffer;
export function zipBytes(entries: readonly ZipEntry[], options?: ZipOptions): Buffer;
export function endRecord(end: EndFields): Buffer;
