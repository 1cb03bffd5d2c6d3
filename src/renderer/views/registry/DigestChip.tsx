import type { DigestState } from '../../../shared/models/store';
import { Chip, type Tone } from '../../kit/Chip';
import { moment } from '../../kit/format';
import { texts } from './texts';

export const DIGEST_TONES: Readonly<Record<DigestState, Tone>> = {
  agrees: 'ok',
  differs: 'error',
  missing: 'warning',
  malformed: 'error',
  'not-read': 'plain',
};

/** How bytes stand to their digest, as a word; the tooltip says what it means, and when they were compared. */
export function DigestChip({ state, at }: { state: DigestState; at: number | null }) {
  const age = at === null ? '' : ` (${texts.detail.age(moment(at))})`;
  return (
    <Chip tone={DIGEST_TONES[state]} tip={`${texts.digestTips[state]}${age}`}>
      {texts.digests[state]}
    </Chip>
  );
}
