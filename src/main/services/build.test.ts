import { expect, test } from 'vitest';
import { isTestBuild } from './build';

test('a build is a test build where another Electron stands in', () => {
  expect(isTestBuild('45.5.0', '45.5.0')).toBe(false);
  expect(isTestBuild('45.6.1', '45.5.0')).toBe(false);
  expect(isTestBuild('33.2.1', '45.5.0')).toBe(true);
  expect(isTestBuild('4.5.0', '45.5.0')).toBe(true);
});
