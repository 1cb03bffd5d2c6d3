import type { Finding } from '../../shared/models/finding';
import { type FindingTable, findingMaker } from '../findings/table';
import { FINDINGS_PER_ID } from '../package/finding-list';
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

/** A finding for each of many things, up to the number that is listed one by one; the rest is one sentence. */
export function listedFindings<T>(
  things: readonly T[],
  id: ModelFindingId,
  finding: (thing: T) => Finding,
  rest: string,
): Finding[] {
  const listed = things.slice(0, FINDINGS_PER_ID).map(finding);
  const more = things.length - listed.length;
  return more > 0 ? [...listed, modelFinding(id, `${more.toLocaleString('en-US')} more ${rest}.`)] : listed;
}
