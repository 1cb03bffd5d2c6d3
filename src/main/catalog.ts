import { tableRows } from '../core/findings/table';
import { PACKAGE_FINDINGS } from '../core/package/findings';
import { PREVIEW_FINDINGS } from '../core/package/preview';
import type { FindingRule } from '../shared/models/finding';

/** Every finding the window may show, with what it means and what to do. */
export const catalog: readonly FindingRule[] = [PACKAGE_FINDINGS, PREVIEW_FINDINGS].flatMap(tableRows);
