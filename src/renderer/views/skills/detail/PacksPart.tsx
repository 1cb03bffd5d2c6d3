import type { SkillDetail } from '../../../../shared/contract/skills';
import { bytes, exactBytes, integer } from '../../../kit/format';
import { Scroll } from '../../../kit/Scroll';
import { texts } from '../texts';

const words = texts.packs;

/** What a package of the skill would hold, and what is left out and why. */
export function PacksPart({ detail: { packs, skipped } }: { detail: SkillDetail }) {
  return (
    <Scroll label={words.label} className="pt-1 pb-3">
      <table className="plain-table">
        <caption className="px-3.5 pt-2 pb-1 text-left text-sm font-semibold">
          {packs.files === 0 ? words.nothing : words.packs(packs.files, bytes(packs.bytes))}
        </caption>
        {packs.files > 0 && (
          <thead>
            <tr>
              <th scope="col">{words.file}</th>
              <th scope="col" className="w-28 text-right!">
                {words.size}
              </th>
            </tr>
          </thead>
        )}
        <tbody>
          {packs.list.map((file) => (
            <tr key={file.path}>
              <th scope="row">{file.path}</th>
              <td className="text-right! text-ink-2" data-tip={exactBytes(file.bytes)}>
                {integer(file.bytes)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <More of={packs.files} shown={packs.list.length} />
      {skipped.count > 0 && (
        <table className="plain-table mt-3">
          <caption className="px-3.5 pt-2 pb-1 text-left text-sm font-semibold">{words.skipped(skipped.count)}</caption>
          <thead>
            <tr>
              <th scope="col">{words.file}</th>
              <th scope="col">{words.why}</th>
            </tr>
          </thead>
          <tbody>
            {skipped.list.map(({ path, why }) => (
              <tr key={path}>
                <th scope="row">{path}</th>
                <td className="text-ink-2">{why}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <More of={skipped.count} shown={skipped.list.length} />
    </Scroll>
  );
}

function More({ of, shown }: { of: number; shown: number }) {
  return of > shown ? <p className="px-3.5 py-1 text-sm text-ink-3">{words.moreFiles(of - shown)}</p> : null;
}
