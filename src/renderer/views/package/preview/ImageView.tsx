import { useEffect, useState } from 'react';
import { CodeWaiting } from '../../../kit/code/CodeView';
import { Scroll } from '../../../kit/Scroll';
import { EmptyState, ErrorState } from '../../../kit/States';
import { visible } from '../../../kit/visible';
import { texts } from '../texts';
import type { FormProps } from './Formed';
import { useAnswer } from './useAnswer';

const words = texts.preview.image;

/** A picture, made of its bytes in the page alone: no address in a package ever loads one. */
export default function ImageView({ model, index, name, onRetry }: FormProps) {
  const answer = useAnswer(model, 'package:image', index);
  const [address, setAddress] = useState<string | null>(null);
  const [broken, setBroken] = useState(false);
  useEffect(() => {
    if (!answer?.ok) return;
    const { bytes, type } = answer.value;
    const made = URL.createObjectURL(new Blob([Uint8Array.from(bytes)], { type }));
    setAddress(made);
    setBroken(false);
    return () => {
      setAddress(null);
      URL.revokeObjectURL(made);
    };
  }, [answer]);
  if (answer && !answer.ok)
    return <ErrorState title={texts.preview.failed} error={answer.error} onRetry={() => onRetry(answer.error)} />;
  if (!answer || address === null) return <CodeWaiting />;
  if (broken) return <EmptyState title={words.broken}>{words.brokenHint}</EmptyState>;
  const { width, height, type } = answer.value;
  return (
    <>
      <Scroll label={words.label(visible(name))} className="image-view">
        <img src={address} alt={visible(name)} width={width} height={height} onError={() => setBroken(true)} />
      </Scroll>
      <p className="flex-none border-t border-line px-3.5 py-1.5 text-sm text-ink-2">
        {words.size(width, height, type)}
      </p>
    </>
  );
}
