import { useEffect, useRef, useState } from 'react';
import type { FixChoice, Hunk, FixPreview as Preview, SkillId } from '../../../../shared/contract/skills';
import type { Failure } from '../../../../shared/result';
import { Button } from '../../../kit/Button';
import { Scroll } from '../../../kit/Scroll';
import { visible } from '../../../kit/visible';
import { applyFix } from '../actions';
import type { SkillsModel } from '../model';
import { texts } from '../texts';

const words = texts.fix;

interface FixPreviewProps {
  readonly model: SkillsModel;
  readonly skill: SkillId;
  readonly hash: string;
  readonly what: FixChoice;
  readonly onDone: () => void;
}

/** What a fix will change, as lines before and after; nothing is written until it is applied. */
export function FixPreview({ model, skill, hash, what, onDone }: FixPreviewProps) {
  const [preview, setPreview] = useState<Preview | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [writing, setWriting] = useState(false);
  const apply = useRef<HTMLButtonElement>(null);
  const { app, token } = model;
  useEffect(() => {
    const asking = new AbortController();
    setFailure(null);
    void app.host.call('skills:fix-preview', [token, skill, { hash, what }], asking.signal).then((answer) => {
      if (asking.signal.aborted) return;
      if (answer.ok) setPreview(answer.value);
      else setFailure(answer.error);
    });
    return () => asking.abort();
  }, [app, token, skill, hash, what]);
  useEffect(() => {
    if (preview) apply.current?.focus({ preventScroll: true });
    if (preview) apply.current?.scrollIntoView({ block: 'nearest' });
  }, [preview]);

  if (failure) return <p className="mt-2 text-sm text-error">{visible(failure.message)}</p>;
  if (!preview) return <p className="mt-2 text-sm text-ink-3">{words.making}</p>;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape puts it away from anywhere in it; its button does the same
    <div
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        onDone();
      }}
    >
      <Scroll label={words.preview} className="diff">
        <div className="diff-lines">
          {preview.hunks.map((hunk) => (
            <Lines key={hunk.line} hunk={hunk} />
          ))}
        </div>
      </Scroll>
      {preview.more > 0 && <p className="mt-1 text-xs text-ink-3">{words.more(preview.more)}</p>}
      <div className="mt-2 flex gap-1.5">
        <Button
          ref={apply}
          tone="primary"
          disabled={writing}
          onClick={() => {
            setWriting(true);
            void applyFix(model, skill, hash, what).then(() => {
              setWriting(false);
              onDone();
            });
          }}
        >
          {words.apply}
        </Button>
        <Button onClick={onDone}>{words.cancel}</Button>
      </div>
    </div>
  );
}

const SIDES = [
  { side: 'before', sign: '−' },
  { side: 'after', sign: '+' },
] as const;

function Lines({ hunk }: { hunk: Hunk }) {
  return SIDES.flatMap(({ side, sign }) =>
    hunk[side].map((line, at) => (
      <div key={`${side} ${at}`} className="diff-line" data-side={side}>
        <span aria-hidden>{hunk.line + at}</span>
        <span role="img" aria-label={words[side]}>
          {sign}
        </span>
        <span>{visible(line.replaceAll('\t', '  ')) || ' '}</span>
      </div>
    )),
  );
}
