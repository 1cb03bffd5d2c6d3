import { type FindingTable, findingMaker } from '../findings/table';
import { PACKAGE_FINDINGS } from '../package/findings';

/** What the model says beside the table of chapter 6.1. */
export const OWN_MODEL_FINDINGS = {
  'native-binary-absent': {
    severity: 'info',
    title: 'No program for a native payload',
    meaning: 'The package declares a native implementation and holds no bin/<name>, so there is nothing to run in it.',
    action: 'If it is meant to run, put the program into bin/ and build again.',
  },
} as const satisfies FindingTable;

export const MODEL_TABLE = { ...PACKAGE_FINDINGS, ...OWN_MODEL_FINDINGS } as const;
export type ModelFindingId = keyof typeof MODEL_TABLE;

/** Makes a finding about a package or about what it means. */
export const modelFinding = findingMaker<ModelFindingId>(MODEL_TABLE);
