import type { Finding } from '../../shared/models/finding';
import type { Entry, Grant, PackageSummary } from '../../shared/models/package';
import { bySeverity } from '../findings/table';
import { byGroup } from '../model/interfaces';
import { showName } from '../text/visible';
import { errorText } from './errors';
import { type Paint, plainPaint } from './paint';
import { aligned, bytesText, counted, findingCounts, grouped, oneLine, ratioText, VERDICT_WORDS } from './words';

/** Findings that are listed in a text; all of them stand in the JSON. */
const FINDINGS = 200;

/** The entries a report shows: all of a small package, the largest of a big one. */
export interface ShownEntries {
  readonly entries: readonly Entry[];
  /** Whether these are all. */
  readonly all: boolean;
}

/** Everything `inspect` says about a package for people: clear names, sizes, no value of any config. */
export function packageText(summary: PackageSummary, shown: ShownEntries, paint: Paint = plainPaint): string {
  const blocks = [
    headLines(summary, paint),
    section('Granted and asked for', grantLines(summary), paint),
    section('Manifest files', manifestFileLines(summary), paint),
    section('Required files', requiredLines(summary), paint),
    section('Configs', configLines(summary), paint),
    section('Skills', skillLines(summary), paint),
    section(shown.all ? 'Entries' : 'Largest entries', entryLines(summary, shown), paint),
    section('Findings', findingLines(summary.findings, paint), paint),
  ];
  return `${blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`;
}

/** Lines of one section that are shown. */
const LINES = 500;

function section(title: string, lines: readonly string[], paint: Paint): string[] {
  if (lines.length === 0) return [];
  const more = lines.length - LINES;
  const rest = more > 0 ? [`  and ${counted(more, 'more line')}; --json has all`] : [];
  return [paint.strong(title), ...lines.slice(0, LINES), ...rest];
}

function headLines(summary: PackageSummary, paint: Paint): string[] {
  const { manifest, totals } = summary;
  const identity = 'error' in manifest ? '' : `${manifest.name} ${manifest.version}, ${manifest.runtime}`;
  const counts = findingCounts(summary.findings);
  const verdict = VERDICT_WORDS[summary.verdict] + (counts === '' ? '' : `: ${counts}`);
  const unseen = summary.recordCount - summary.entryCount;
  const entries =
    counted(summary.entryCount, 'entry', 'entries') +
    (unseen > 0 ? ` (${counted(unseen, 'more record', 'more records')})` : '');
  const sizes = `${bytesText(totals.unpacked)} unpacked, ${ratioText(totals.unpacked, totals.packed)}`;
  const rows = [
    ['verdict', paint.verdict(summary.verdict, verdict)],
    ['package', showName(identity === '' ? '(no readable manifest)' : identity)],
    ['shown as', showName(summary.label)],
    ['size', `${bytesText(summary.bytes)}, ${entries}, ${sizes}`],
    ['sha256', summary.sha256 ?? '(not computed)'],
    ['payload', payloadText(summary)],
    ['build', buildText(summary)],
  ];
  if (!('error' in manifest) && manifest.description) rows.push(['about', oneLine(manifest.description, 160)]);
  return [paint.strong(showName(summary.file)), ...aligned(rows)];
}

/** What would run, in one line. */
export function payloadText({ payload }: PackageSummary): string {
  if ('error' in payload) return `none: ${showName(errorText(payload.error))}`;
  const name = payload.entry === null ? '(no file)' : showName(payload.entry);
  const form = payload.imports ? ', a component' : payload.interfaces ? ', interfaces unknown' : '';
  return `${name} (${payload.kind}${form})`;
}

/** For which level it was built, in one line. */
export function buildText({ buildInfo }: PackageSummary): string {
  if (buildInfo === null) return 'no build info';
  return 'error' in buildInfo ? showName(buildInfo.error.message) : `level ${buildInfo.builtAtLevel}`;
}

/** One grant in words: `network.allow: a, b`. */
export function grantText({ artifact, key, values }: Grant): readonly [who: string, what: string] {
  const what = `${key}: ${values.length === 0 ? '(nothing)' : values.join(', ')}`;
  return [artifact === null ? 'capsule' : oneLine(artifact, 60), oneLine(what, 200)];
}

function grantLines({ grants, payload }: PackageSummary): string[] {
  const rows = grants.map((grant) => {
    const [who, what] = grantText(grant);
    return ['granted', who, what];
  });
  if ('error' in payload) return aligned(rows);
  for (const [group, names] of byGroup(payload.imports ?? []))
    rows.push(['asks for', group, names.map(showName).join(', ')]);
  if (payload.exports && payload.exports.length > 0)
    rows.push(['exports', '', payload.exports.map(showName).join(', ')]);
  if (payload.interfaces) rows.push(['asks for', '?', showName(errorText(payload.interfaces.error))]);
  return aligned(rows);
}

function manifestFileLines({ manifestFiles }: PackageSummary): string[] {
  return manifestFiles.flatMap(({ key, declared, resolved, found, reason }) => [
    `  ${showName(`${key}: ${declared} -> ${resolved}`)}`,
    ...(found ? [] : [`    not found: ${showName(reason ?? '')}`]),
  ]);
}

function requiredLines({ requiredFiles }: PackageSummary): string[] {
  return aligned(requiredFiles.map(({ declared, present }) => [present ? 'present' : 'missing', showName(declared)]));
}

function configLines({ configs }: PackageSummary): string[] {
  return aligned(
    configs.map((row) => [
      oneLine(row.artifact, 60),
      'refused' in row
        ? `refused: ${oneLine(row.refused, 300)}`
        : `${grouped(row.bytes)} of ${grouped(row.limit)} bytes`,
    ]),
  );
}

function skillLines({ skills }: PackageSummary): string[] {
  return aligned(
    skills.map(({ path, description }) => [showName(path), oneLine(description ?? '(no description)', 120)]),
  );
}

const KIND_WORDS: Readonly<Record<Entry['kind'], string>> = {
  file: '',
  directory: 'folder',
  symlink: 'link',
  other: 'special',
};

function entryLines(summary: PackageSummary, { entries, all }: ShownEntries): string[] {
  const rows = entries.map((entry) => {
    const notes = [KIND_WORDS[entry.kind], entry.readBy.length === 0 ? 'not seen by Murmur' : ''];
    const told = notes.filter((note) => note !== '').join(', ');
    return [
      grouped(entry.size).padStart(13),
      grouped(entry.compressedSize).padStart(13),
      `${showName(entry.name)}${told === '' ? '' : `  (${told})`}`,
    ];
  });
  const more = summary.recordCount - entries.length;
  return rows.length === 0
    ? []
    : [
        ...aligned([['size'.padStart(13), 'packed'.padStart(13), 'name'], ...rows], ''),
        ...(all || more === 0 ? [] : [`  and ${counted(more, 'more entry', 'more entries')}; --json lists all`]),
      ];
}

/** Where a finding points to: a line of an entry, or a byte of the file. */
function whereText({ entry, place, offset }: Finding): string {
  if (place !== undefined)
    return `${entry === undefined ? 'line ' : `${showName(entry)}:`}${place.line}:${place.column}`;
  return offset === undefined ? '' : `at byte ${grouped(offset)}`;
}

const SEVERITY_WORDS = { error: 'error', warning: 'warning', info: 'note' } as const;

function findingLines(findings: readonly Finding[], paint: Paint): string[] {
  const sorted = bySeverity(findings);
  const lines = sorted.slice(0, FINDINGS).flatMap((finding) => {
    const { id, severity, message, hint } = finding;
    const word = paint.severity(severity, SEVERITY_WORDS[severity].padEnd(7));
    const where = whereText(finding);
    return [
      `  ${word}  ${id}: ${showName(message)}${where === '' ? '' : paint.faint(` (${where})`)}`,
      ...(hint === undefined ? [] : [`           ${showName(hint)}`]),
    ];
  });
  const more = sorted.length - FINDINGS;
  return more > 0 ? [...lines, `  and ${counted(more, 'more finding')}; --json lists all`] : lines;
}
