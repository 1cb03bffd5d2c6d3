import { useEffect, useState } from 'react';
import type { Installed } from '../../../shared/contract/registry';
import { useApp } from '../../app/app';
import { Chip, type Tone } from '../../kit/Chip';
import { moment } from '../../kit/format';
import { visible } from '../../kit/visible';
import { soon } from '../naming/soon';
import { DIGEST_TONES } from './DigestChip';
import { texts } from './texts';

const words = texts.installed;

/** Milliseconds between two questions while stores change. */
const ASK_EVERY = 500;

/** Of a package that lies in a store: which one, how its bytes stand to their digest, which open project declares it. */
export function InstalledChips({ token }: { token: string }) {
  const installed = useInstalled(token);
  if (!installed) return null;
  const { storeLabel, digest, at, declaredBy } = installed;
  const age = at === null ? '' : ` (${texts.detail.age(moment(at))})`;
  const tone: Tone = DIGEST_TONES[digest];
  return (
    <>
      <Chip tip={words.tip(visible(installed.reference))}>{words.in(visible(storeLabel))}</Chip>
      <Chip tone={tone} tip={`${texts.digestTips[digest]}${age}`}>
        {words.digest[digest]}
      </Chip>
      {declaredBy.length > 0 && <Chip>{words.declared(declaredBy.map(visible))}</Chip>}
    </>
  );
}

/** Asked again whenever a store or a project changed. */
function useInstalled(token: string): Installed | null {
  const { host } = useApp();
  const [installed, setInstalled] = useState<Installed | null>(null);
  useEffect(() => {
    const life = new AbortController();
    const ask = async () => {
      const result = await host.call('registry:about', [token], life.signal);
      if (!life.signal.aborted) setInstalled(result.ok ? result.value : null);
    };
    const again = soon(ASK_EVERY, () => void ask());
    const stops = [host.on('registry:changed', () => again.touch()), host.on('project:changed', () => again.touch())];
    void ask();
    return () => {
      life.abort();
      again.drop();
      for (const stop of stops) stop();
    };
  }, [host, token]);
  return installed;
}
