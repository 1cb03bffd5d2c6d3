import { findingMaker } from '../findings/table';
import { ARCHIVE_FINDINGS } from './findings-archive';
import { ENTRY_FINDINGS } from './findings-entry';
import { MODEL_FINDINGS } from './findings-model';

/** Every finding about a package (spec 6.1): of the archive as a whole, of one entry, and of what the package says. */
export const PACKAGE_FINDINGS = { ...ARCHIVE_FINDINGS, ...ENTRY_FINDINGS, ...MODEL_FINDINGS } as const;

export type PackageFindingId = keyof typeof PACKAGE_FINDINGS;
export type ArchiveFindingId = keyof typeof ARCHIVE_FINDINGS;
export type EntryFindingId = keyof typeof ENTRY_FINDINGS;

/** Makes a finding about a package with the severity of the table. */
export const packageFinding = findingMaker<PackageFindingId>(PACKAGE_FINDINGS);
