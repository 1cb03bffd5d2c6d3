import { Dialog } from 'radix-ui';
import { type ReactNode, useEffect, useId, useState } from 'react';
import type { PackAsk, ShownPackPlan, SkillDetail } from '../../../../shared/contract/skills';
import type { Failure } from '../../../../shared/result';
import { openItems } from '../../../app/shell';
import { Button } from '../../../kit/Button';
import { bytes, integer } from '../../../kit/format';
import { Scroll } from '../../../kit/Scroll';
import { Segments } from '../../../kit/Segments';
import { say } from '../../../kit/Toasts';
import { visible } from '../../../kit/visible';
import { type SkillsModel, tell } from '../model';
import { texts } from '../texts';

const words = texts.pack;
const TYPING = 150;
const TARGETS = [
  { id: '0.9', title: words.targets['0.9'] },
  { id: '0.10', title: words.targets['0.10'] },
] as const;

/** A summary of one line out of a description, which may have many. */
const oneLine = (text: string): string => text.replace(/\s+/gu, ' ').trim().slice(0, 1024);

/** Name, version, summary, and the very entries that will be written; the package opens once it is there. */
export default function PackDialog({ model, detail }: { model: SkillsModel; detail: SkillDetail }) {
  const { row, front } = detail;
  const [ask, setAsk] = useState<PackAsk>(() => ({
    name: front?.name ?? row.folder,
    version: '0.1.0',
    summary: oneLine(front?.description ?? ''),
    target: '0.9',
  }));
  const { plan, failure } = usePlan(model, detail, ask);
  const [writing, setWriting] = useState(false);
  const [before] = useState(() => document.activeElement);
  const close = () => model.store.setState({ packing: false });
  const change = (part: Partial<PackAsk>) => setAsk((now) => ({ ...now, ...part }));
  const save = async () => {
    setWriting(true);
    const packed = await model.app.host.call('skills:pack', [model.token, row.id, ask]);
    setWriting(false);
    if (!packed.ok) return tell(model, packed.error);
    if (packed.value === null) return;
    close();
    say(model.app.toasts, words.packed(packed.value.saved));
    openItems(model.app.shell, [packed.value.opened]);
  };
  return (
    <Dialog.Root open onOpenChange={close}>
      <Dialog.Portal container={document.querySelector('main')}>
        <Dialog.Overlay className="fixed inset-0 z-80 bg-shade" />
        <Dialog.Content
          className="dialog"
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            if (before instanceof HTMLElement) before.focus();
          }}
        >
          <div className="flex-none px-5 pt-4">
            <Dialog.Title className="text-lg font-semibold [overflow-wrap:anywhere]">
              {words.title(row.folder)}
            </Dialog.Title>
            <Dialog.Description className="mt-0.5 text-sm text-ink-2">{words.about}</Dialog.Description>
          </div>
          <form
            className="flex min-h-0 flex-col"
            onSubmit={(event) => {
              event.preventDefault();
              if (plan && !failure && !writing) void save();
            }}
          >
            <div className="grid flex-none grid-cols-[84px_minmax(0,1fr)] items-center gap-x-3 gap-y-2 px-5 py-3.5">
              <Field label={words.name}>
                {(id) => <Text id={id} value={ask.name} most={200} onChange={(name) => change({ name })} />}
              </Field>
              <Field label={words.version}>
                {(id) => <Text id={id} value={ask.version} most={200} onChange={(version) => change({ version })} />}
              </Field>
              <Field label={words.summary}>
                {(id) => (
                  <Text
                    id={id}
                    value={ask.summary}
                    most={4096}
                    placeholder={words.summaryHint}
                    onChange={(summary) => change({ summary })}
                  />
                )}
              </Field>
              <span className="text-sm text-ink-2">{words.target}</span>
              <span className="flex">
                <Segments
                  label={words.target}
                  options={TARGETS}
                  value={ask.target}
                  onChange={(target) => change({ target })}
                />
              </span>
            </div>
            <Plan plan={plan} failure={failure} />
            <div className="flex flex-none justify-end gap-2 border-t border-line px-5 py-3">
              <Button onClick={close}>{words.cancel}</Button>
              <button type="submit" className="btn btn-primary" disabled={!plan || failure !== null || writing}>
                {words.save}
              </button>
            </div>
          </form>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** The plan of what was asked last; the one before stays meanwhile. */
function usePlan({ app, token }: SkillsModel, { row, hash }: SkillDetail, ask: PackAsk) {
  const [plan, setPlan] = useState<ShownPackPlan | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  useEffect(() => {
    const asking = new AbortController();
    const timer = setTimeout(async () => {
      const answer = await app.host.call('skills:pack-plan', [token, row.id, ask], asking.signal);
      if (asking.signal.aborted) return;
      setFailure(answer.ok ? null : answer.error);
      if (answer.ok) setPlan(answer.value);
    }, TYPING);
    return () => {
      clearTimeout(timer);
      asking.abort();
    };
  }, [app, token, row.id, hash, ask]);
  return { plan, failure };
}

function Plan({ plan, failure }: { plan: ShownPackPlan | null; failure: Failure | null }) {
  if (failure)
    return (
      <div role="alert" className="h-56 flex-none border-t border-line px-5 py-3 text-sm">
        <p className="font-semibold">{words.refused}</p>
        <p className="mt-1 text-error [overflow-wrap:anywhere]">{visible(failure.message)}</p>
        {failure.hint && <p className="mt-1 text-ink-2 [overflow-wrap:anywhere]">{visible(failure.hint)}</p>}
      </div>
    );
  return (
    <div className="flex h-56 min-h-24 flex-[0_1_auto] flex-col border-t border-line">
      <p className="flex-none px-5 pt-2.5 pb-1 text-sm font-semibold" role="status">
        {plan ? words.entries(plan.count, bytes(plan.bytes)) : words.working}
      </p>
      <Scroll label={words.entryList} className="px-5 pb-2">
        <ul className="text-sm">
          {plan?.entries.map(({ name, bytes: size }) => (
            <li key={name} className="flex gap-3">
              <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">{name}</span>
              <span className="flex-none text-ink-3">{integer(size)}</span>
            </li>
          ))}
          {plan && plan.count > plan.entries.length && (
            <li className="text-ink-3">{texts.packs.moreFiles(plan.count - plan.entries.length)}</li>
          )}
        </ul>
        {plan && (
          <>
            <h3 className="mt-3 text-xs font-[550] text-ink-3">{words.manifest}</h3>
            <pre className="mt-0.5 whitespace-pre-wrap [overflow-wrap:anywhere]">{plan.manifest}</pre>
          </>
        )}
      </Scroll>
    </div>
  );
}

function Field({ label, children }: { label: string; children: (id: string) => ReactNode }) {
  const id = useId();
  return (
    <>
      <label htmlFor={id} className="text-sm text-ink-2">
        {label}
      </label>
      {children(id)}
    </>
  );
}

interface TextProps {
  readonly id: string;
  readonly value: string;
  readonly most: number;
  readonly placeholder?: string;
  readonly onChange: (value: string) => void;
}

function Text({ id, value, most, placeholder, onChange }: TextProps) {
  return (
    <input
      id={id}
      type="text"
      className="field w-full"
      value={value}
      maxLength={most}
      placeholder={placeholder}
      spellCheck={false}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
