import type { ReactNode } from 'react';
import type { PackageSummary } from '../../../../shared/models/package';
import { NOTHING } from '../../../kit/format';
import { visible } from '../../../kit/visible';
import { texts } from '../texts';

const words = texts.overview;

const FORMS = { wasm: 'WebAssembly', native: 'Native program', skill: 'Skill: text that an agent reads' } as const;

/** Which file a launch would run, by which rule, in which form. */
export function RunsPanel({ summary }: { summary: PackageSummary }) {
  const { payload, manifest } = summary;
  return (
    <section className="panel" aria-label={words.runs}>
      <h2 className="panel-title">{words.runs}</h2>
      <dl className="facts">
        {'error' in payload ? (
          <Fact name={words.payload}>
            <span className="text-error">{visible(payload.error.message)}</span>
            {payload.error.hint && <p className="text-ink-2">{visible(payload.error.hint)}</p>}
          </Fact>
        ) : (
          <>
            <Fact name={words.payload}>
              {payload.entry === null ? words.nothingRuns : <code>{visible(payload.entry)}</code>}
              {payload.entry !== null && <span className="text-ink-3"> {ruleOf(payload.kind, payload.entry)}</span>}
            </Fact>
            <Fact name={words.form}>{formOf(payload)}</Fact>
            {payload.kind === 'wasm' && (
              <Fact name={words.exports}>
                {payload.exports?.length
                  ? payload.exports.map((name) => (
                      <code key={name} className="block">
                        {visible(name)}
                      </code>
                    ))
                  : NOTHING}
              </Fact>
            )}
            {payload.interfaces && (
              <Fact name={words.exports}>
                <span className="text-error">{visible(payload.interfaces.error.message)}</span>
              </Fact>
            )}
          </>
        )}
        {'error' in manifest ? (
          <Fact name={words.manifest}>
            <span className="text-error">{visible(manifest.error.message)}</span>
            {manifest.error.hint && <p className="text-ink-2">{visible(manifest.error.hint)}</p>}
          </Fact>
        ) : (
          <>
            <Fact name={words.runtime}>
              {[manifest.runtime, manifest.implementation]
                .filter((part) => part !== undefined)
                .map(visible)
                .join(', ')}
            </Fact>
            {manifest.execution && <Fact name={words.execution}>{visible(manifest.execution)}</Fact>}
            {manifest.description && <Fact name={words.description}>{visible(manifest.description)}</Fact>}
          </>
        )}
      </dl>
    </section>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}

type Payload = Exclude<PackageSummary['payload'], { error: unknown }>;

function formOf(payload: Payload): string {
  if (payload.kind !== 'wasm') return FORMS[payload.kind];
  return payload.imports || payload.exports ? 'WebAssembly component' : FORMS.wasm;
}

/** Why this entry and no other. */
function ruleOf(kind: Payload['kind'], entry: string): string {
  if (kind === 'wasm')
    return entry === 'capsule.wasm' ? 'the preferred name at the root' : 'the only .wasm at the root';
  if (kind === 'native') return 'the program named after the package';
  return 'the file of a skill package';
}
