import { integer, plural } from '../../kit/format';

/** The words of the panes of configs, in packages and in projects. */
export const texts = {
  label: 'Configured artifacts',
  columns: { artifact: 'Artifact', bytes: 'Bytes', share: 'Of the limit' },
  none: 'No artifact has a config block',
  noneText: 'Artifacts with a config: block in murmur.yaml are listed here with what they would receive.',
  limit: (limit: number) => `limit ${integer(limit)} bytes`,
  refused: 'refused',
  detail: 'Config',
  show: 'Show values',
  hide: 'Hide values',
  hidden: 'Values are hidden',
  hiddenText: 'They stay in this pane: reports and exports carry names and sizes only.',
  forms: { compact: 'Compact', pretty: 'Pretty' },
  form: 'Form of the JSON',
  copy: 'Copy JSON',
  copied: 'JSON',
  exact: (count: number) => `${plural(count, 'byte')}, exactly as the artifact receives them`,
  refusedTitle: 'Murmur refuses this block',
  refusedHint: 'Change it in murmur.yaml as the message says. One refused block refuses the whole launch.',
  failed: 'This config cannot be shown',
} as const;
