/**
 * The names of the contract without its schemas, so that the preload stays a few lines and loads no zod. The contract
 * object is checked against these lists by the compiler in both directions.
 */
export const CALLS = [
  'app:start',
  'app:choose-files',
  'app:open-recent',
  'app:clear-recent',
  'app:open-sample',
  'app:open-link',
  'app:copy',
  'app:reveal',
  'settings:set',
  'package:open',
  'package:digest',
  'package:check',
  'package:table',
  'package:rows',
  'package:row-of',
  'package:preview',
  'package:manifest-file',
  'package:config',
  'package:report',
  'package:save-report',
  'package:manifest-files-text',
  'package:close',
  'naming:state',
  'naming:choose-runners',
  'naming:choose-blocks',
  'naming:choose-cwd',
  'naming:use',
  'naming:use-sample',
  'naming:reload',
  'naming:pick-runner',
  'naming:start',
  'naming:cancel',
  'naming:stop',
  'naming:retry',
  'naming:table',
  'naming:rows',
  'naming:row-of',
  'naming:log',
  'naming:export',
  'naming:endpoint-start',
  'naming:endpoint-stop',
  'naming:choose-secret',
  'naming:endpoint-log',
] as const;
export type CallName = (typeof CALLS)[number];

export const EVENTS = [
  'app:opened',
  'app:recent',
  'app:command',
  'app:settings',
  'package:progress',
  'naming:progress',
  'naming:endpoint',
] as const;
export type EventName = (typeof EVENTS)[number];

/** The bridge's own channels: one for aborts, one for paths of a trusted drop. No page code can send on them. */
export const ABORT = 'murscope:abort';
export const DROPPED = 'murscope:dropped';
