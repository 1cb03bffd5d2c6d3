import { KeyRound } from 'lucide-react';
import { Scroll } from '../../kit/Scroll';
import { EmptyPanel } from '../../kit/States';
import { visible } from '../../kit/visible';
import type { TabProps } from './ProjectView';
import { texts } from './texts';

const words = texts.grants;

/** What the manifest grants, to the whole capsule and to single artifacts. */
export function GrantsTab({ project: { grants } }: TabProps) {
  if (grants.length === 0) return <EmptyPanel icon={KeyRound} title={words.none} text={words.noneText} />;
  return (
    <div className="panel min-h-0 flex-1">
      <Scroll label={words.label}>
        <table className="plain-table">
          <thead>
            <tr>
              <th scope="col" className="w-[26%]">
                {words.columns.for}
              </th>
              <th scope="col" className="w-[26%]">
                {words.columns.key}
              </th>
              <th scope="col">{words.columns.values}</th>
            </tr>
          </thead>
          <tbody>
            {grants.map((grant) => (
              <tr key={`${grant.artifact} ${grant.key}`}>
                <td>{grant.artifact === null ? words.capsule : visible(grant.artifact)}</td>
                <td>
                  <code>{visible(grant.key)}</code>
                </td>
                <td className="[overflow-wrap:anywhere]">{grant.values.map(visible).join(', ') || words.noValues}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
    </div>
  );
}
