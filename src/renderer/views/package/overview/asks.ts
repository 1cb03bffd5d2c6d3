import type { Finding } from '../../../../shared/models/finding';
import type { Grant } from '../../../../shared/models/package';

/** One subject on which a manifest may grant and a payload may ask. */
interface Group {
  readonly id: string;
  readonly title: string;
  /** First parts of `capabilities:` keys that grant it. */
  readonly grants: readonly string[];
  /** What interface names of it begin with. */
  readonly asks: readonly string[];
}

/** In the order in which a reviewer asks. The last one takes what no other does. */
const GROUPS: readonly Group[] = [
  {
    id: 'network',
    title: 'Network',
    grants: ['network', 'peer_fetch'],
    asks: ['wasi:http/', 'wasi:sockets/', 'wasi:tls/'],
  },
  { id: 'files', title: 'Files', grants: ['filesystem'], asks: ['wasi:filesystem/'] },
  { id: 'environment', title: 'Environment', grants: ['env'], asks: ['wasi:cli/environment', 'wasi:config/'] },
  { id: 'programs', title: 'Programs', grants: ['shell', 'spawn'], asks: [] },
  { id: 'clocks', title: 'Clocks', grants: [], asks: ['wasi:clocks/'] },
  { id: 'random', title: 'Random', grants: [], asks: ['wasi:random/'] },
  { id: 'tools', title: 'Other tools', grants: ['install'], asks: ['murmur:'] },
  {
    id: 'state',
    title: 'State',
    grants: ['state', 'conversation', 'task_io', 'plan'],
    asks: ['wasi:keyvalue/', 'wasi:blobstore/'],
  },
  { id: 'console', title: 'Console', grants: [], asks: ['wasi:cli/', 'wasi:io/', 'wasi:logging/'] },
  { id: 'other', title: 'Other', grants: [''], asks: [''] },
];

/** Names of one interface package and version: `wasi:filesystem/preopens, types@0.2.6`. */
export interface Interfaces {
  readonly from: string;
  readonly names: readonly string[];
  readonly version: string;
}

export interface AskRow {
  readonly id: string;
  readonly title: string;
  readonly granted: readonly Grant[];
  readonly asked: readonly Interfaces[];
  readonly findings: readonly Finding[];
}

export interface Asks {
  readonly rows: readonly AskRow[];
  /** Subjects that the payload does not ask about. */
  readonly notAsked: readonly string[];
  /** Findings about grants that name no subject of a row. */
  readonly findings: readonly Finding[];
}

const IDS = new Set(['grant-not-asked', 'ask-not-granted']);

/** What is granted beside what can be asked for, by subject, each with the findings about it. */
export function asksOf(grants: readonly Grant[], imports: readonly string[], findings: readonly Finding[]): Asks {
  const left = new Set(findings.filter((finding) => IDS.has(finding.id)));
  const rows: AskRow[] = [];
  const notAsked: string[] = [];
  for (const group of GROUPS) {
    const granted = grants.filter((grant) => groupOfGrant(grant) === group);
    const asked = imports.filter((name) => groupOfImport(name) === group);
    if (asked.length === 0 && group.asks.some(Boolean) && group.id !== 'console')
      notAsked.push(group.title.toLowerCase());
    if (granted.length === 0 && asked.length === 0) continue;
    const about = [...left].filter((finding) => isAbout(finding, group, granted, asked));
    for (const finding of about) left.delete(finding);
    rows.push({ id: group.id, title: group.title, granted, asked: compact(asked), findings: about });
  }
  return { rows, notAsked, findings: [...left] };
}

const groupOfGrant = (grant: Grant): Group | undefined =>
  GROUPS.find((group) => group.grants.some((start) => start === '' || start === grant.group));
const groupOfImport = (name: string): Group | undefined =>
  GROUPS.find((group) => group.asks.some((start) => name.startsWith(start)));

/** A finding is about a subject if it names one of its interfaces, its keys, or the key's first part. */
function isAbout(finding: Finding, group: Group, granted: readonly Grant[], asked: readonly string[]): boolean {
  const words = [...asked, ...granted.map((grant) => grant.key), ...group.grants.filter(Boolean)];
  return words.some((word) => finding.message.includes(word));
}

/** Interfaces of one package and version on one line. */
export function compact(names: readonly string[]): readonly Interfaces[] {
  const lines = new Map<string, { from: string; names: string[]; version: string }>();
  for (const full of names) {
    const slash = full.indexOf('/');
    const at = full.lastIndexOf('@');
    const end = at > slash ? at : full.length;
    const [from, name, version] = [full.slice(0, slash), full.slice(slash + 1, end), full.slice(end + 1)];
    const line = lines.get(`${from}@${version}`) ?? { from, names: [], version };
    line.names.push(name);
    lines.set(`${from}@${version}`, line);
  }
  return [...lines.values()];
}
