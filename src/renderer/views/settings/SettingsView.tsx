import { type ReactNode, useEffect, useId, useState } from 'react';
import type { Settings } from '../../../shared/models/settings';
import { changeSettings } from '../../app/actions';
import { useApp, useShell } from '../../app/app';
import { setStatus } from '../../app/shell';
import { texts } from './texts';

const MIB = 1024 * 1024;

/** Theme and limits; each change holds at once. */
export default function SettingsView() {
  const app = useApp();
  const settings = useShell((state) => state.settings);
  const start = useShell((state) => state.start);
  useEffect(() => setStatus(app.shell, { left: [texts.saved] }), [app]);
  return (
    <div className="flex min-h-0 flex-1 flex-col overflow-auto px-5 py-3.5">
      <h1 className="text-xl font-[620] tracking-tight">{texts.title}</h1>
      {settings && (
        <div className="mt-3 flex max-w-160 flex-col border-t border-line">
          <ThemeRow value={settings.theme} />
          <NumberRow
            text={texts.entryLimit}
            value={settings.entryLimit / MIB}
            range={[1, 1_048_576]}
            save={(value) => void changeSettings(app, { entryLimit: Math.round(value * MIB) })}
          />
          <NumberRow
            text={texts.readTimeLimit}
            value={settings.readTimeLimit / 1000}
            range={[1, 600]}
            save={(value) => void changeSettings(app, { readTimeLimit: Math.round(value * 1000) })}
          />
        </div>
      )}
      {start && (
        <>
          <h2 className="mt-6 text-sm font-semibold">{texts.about}</h2>
          <dl className="facts mt-2 px-0!">
            <dt>{start.name}</dt>
            <dd>{start.version}</dd>
            {Object.entries(start.versions).map(([name, version]) => (
              <Pair key={name} name={name} value={version} />
            ))}
            <Pair name="platform" value={start.platform} />
          </dl>
        </>
      )}
    </div>
  );
}

function Pair({ name, value }: { name: string; value: string }) {
  return (
    <>
      <dt className="capitalize">{name}</dt>
      <dd>{value}</dd>
    </>
  );
}

function Row(props: { label: string; hint: string; id: string; problem?: string | undefined; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 border-b border-line py-3">
      <div className="min-w-0 flex-1">
        <p className="font-[550]" id={`${props.id}-label`}>
          {props.label}
        </p>
        <p className="text-sm text-ink-2" id={`${props.id}-hint`}>
          {props.hint}
        </p>
        {props.problem && (
          <p className="text-sm text-error" role="alert">
            {props.problem}
          </p>
        )}
      </div>
      {props.children}
    </div>
  );
}

function ThemeRow({ value }: { value: Settings['theme'] }) {
  const app = useApp();
  const id = useId();
  return (
    <Row label={texts.theme.label} hint={texts.theme.hint} id={id}>
      <div role="radiogroup" aria-labelledby={`${id}-label`} className="flex gap-1">
        {(['system', 'light', 'dark'] as const).map((theme) => (
          <label key={theme} className="btn radio-btn">
            <input
              type="radio"
              name="theme"
              className="sr-only"
              checked={value === theme}
              onChange={() => void changeSettings(app, { theme })}
            />
            {texts.theme.options[theme]}
          </label>
        ))}
      </div>
    </Row>
  );
}

interface NumberText {
  readonly label: string;
  readonly unit: string;
  readonly hint: string;
  readonly problem: string;
}

function NumberRow(props: {
  text: NumberText;
  value: number;
  range: readonly [number, number];
  save: (value: number) => void;
}) {
  const { text, value, range, save } = props;
  const id = useId();
  const [typed, setTyped] = useState<string | null>(null);
  const number = Number(typed ?? value);
  const wrong = typed !== null && (typed.trim() === '' || !(number >= range[0] && number <= range[1]));
  const commit = () => {
    if (typed !== null && !wrong && number !== value) save(number);
    if (!wrong) setTyped(null);
  };
  return (
    <Row label={text.label} hint={text.hint} id={id} problem={wrong ? text.problem : undefined}>
      <span className="flex items-center gap-2 text-sm text-ink-2">
        <input
          className="field w-24 text-right"
          inputMode="numeric"
          value={typed ?? String(Number(value.toFixed(2)))}
          aria-labelledby={`${id}-label`}
          aria-describedby={`${id}-hint`}
          aria-invalid={wrong}
          onChange={(event) => setTyped(event.target.value)}
          onBlur={commit}
          onKeyDown={(event) => {
            if (event.key === 'Enter') commit();
            if (event.key === 'Escape') setTyped(null);
          }}
        />
        <span className="w-14">{text.unit}</span>
      </span>
    </Row>
  );
}
