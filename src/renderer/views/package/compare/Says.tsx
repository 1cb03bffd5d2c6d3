import type { CompareSummary, ConfigChange, KeyChanges } from '../../../../shared/models/compare';
import { bytes } from '../../../kit/format';
import { Scroll } from '../../../kit/Scroll';
import { visible } from '../../../kit/visible';
import { texts } from '../texts';

const words = texts.compare;

/** What differs in what the packages say: keys, grants and interfaces; of configs sizes and keys, never values. */
export function Says({ summary }: { summary: CompareSummary }) {
  const { manifest, payload, grants, interfaces, configs } = summary;
  const parts: readonly (readonly [string, readonly string[]])[] = [
    [words.parts.payload, payload ? [`${payload.from} → ${payload.to}`] : []],
    [words.parts.manifest, keyLines(manifest)],
    [
      words.parts.grants,
      grants.map(({ artifact, key, added, removed }) =>
        [artifact ?? '', key, ...added.map((value) => `+${value}`), ...removed.map((value) => `−${value}`)]
          .join(' ')
          .trim(),
      ),
    ],
    [words.parts.imports, nameLines(interfaces.imports)],
    [words.parts.exports, nameLines(interfaces.exports)],
    [words.parts.configs, configs.map(configLine)],
  ];
  const said = parts.filter(([, lines]) => lines.length > 0);
  if (said.length === 0) return null;
  return (
    <section className="panel max-h-[38%] flex-none" aria-label={words.says}>
      <Scroll label={words.says}>
        <dl className="facts">
          {said.map(([title, lines]) => (
            <Part key={title} title={title} lines={lines} />
          ))}
        </dl>
      </Scroll>
    </section>
  );
}

function Part({ title, lines }: { title: string; lines: readonly string[] }) {
  return (
    <>
      <dt>{title}</dt>
      <dd>
        <ul>
          {lines.map((line) => (
            <li key={line}>
              <code className="[overflow-wrap:anywhere]">{visible(line)}</code>
            </li>
          ))}
        </ul>
      </dd>
    </>
  );
}

const keyLines = ({ added, removed, changed, more }: KeyChanges): string[] => [
  ...added.map((key) => `+ ${key}`),
  ...removed.map((key) => `− ${key}`),
  ...changed.map((key) => `± ${key}`),
  ...(more ? ['…'] : []),
];

const nameLines = ({ added, removed }: { added: readonly string[]; removed: readonly string[] }): string[] => [
  ...added.map((name) => `+ ${name}`),
  ...removed.map((name) => `− ${name}`),
];

function configLine({ artifact, from, to, keys }: ConfigChange): string {
  const size = (side: ConfigChange['from']) =>
    side === null ? 'none' : 'refused' in side ? 'refused' : bytes(side.bytes);
  return [`${artifact}: ${size(from)} → ${size(to)}`, ...keyLines(keys)].join('; ');
}
