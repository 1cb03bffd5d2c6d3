import { describe, expect, it } from 'vitest';
import { findingRuleSchema } from '../../shared/models/finding';
import { CATALOG, SKILL_CATALOG } from './catalog';

/** Chapter 6.1, by severity. */
const NAMED = {
  error:
    'murmur-cannot-open manifest-refused truncated name-parent name-not-utf8 encrypted method-unsupported crc-mismatch size-mismatch local-header-missing zip64-inconsistent multi-disk manifest-missing manifest-unreadable payload-missing payload-ambiguous build-info-broken config-refused manifest-file-missing skill-refused',
  warning:
    'name-absolute name-drive name-backslash name-control name-bidi name-invisible name-device name-trailing-dot-space name-empty name-duplicate name-case-collision name-normal-form-collision safe-name-collision path-file-and-folder symlink special-file setuid ratio-extreme overlap local-central-mismatch size-short unused-compressed-bytes prefix-data trailing-data second-end-record too-many-end-records count-mismatch unicode-path-differs directory-with-data utf8-flag-missing exec-bit-missing required-file-missing grant-not-asked ask-not-granted secret-like-value',
  info: 'hidden-mac-files data-descriptor archive-comment undeclared-entry unknown-key large-entry many-entries',
};

describe.each([
  ['packages, stores and projects', CATALOG],
  ['skills', SKILL_CATALOG],
])('the catalog of findings about %s', (_, catalog) => {
  it('has every id once, in kebab-case, and something to say and to do for each', () => {
    const ids = catalog.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const rule of catalog) {
      expect(findingRuleSchema.parse(rule).id).toMatch(/^[a-z0-9]+(?:-[a-z0-9]+)*$/);
      for (const words of [rule.title, rule.meaning, rule.action]) expect(words.trim()).not.toBe('');
    }
  });
});

describe('the findings that are named for packages', () => {
  const rows = Object.entries(NAMED).flatMap(([severity, ids]) => ids.split(' ').map((id) => [id, severity]));
  it.each(rows)('%s is an %s', (id, severity) => {
    expect(CATALOG.find((rule) => rule.id === id)?.severity).toBe(severity);
  });
});
