import { CodeWaiting } from '../../../kit/code/CodeView';
import { exactBytes, integer } from '../../../kit/format';
import { Scroll } from '../../../kit/Scroll';
import { ErrorState } from '../../../kit/States';
import { visible } from '../../../kit/visible';
import { texts } from '../texts';
import type { FormProps } from './Formed';
import { useAnswer } from './useAnswer';

const words = texts.preview.wasm;

/** What a wasm file is made of, and of a component what it asks for and gives. */
export default function WasmView({ model, index, onRetry }: FormProps) {
  const answer = useAnswer(model, 'package:wasm', index);
  if (!answer) return <CodeWaiting />;
  if (!answer.ok)
    return <ErrorState title={texts.preview.failed} error={answer.error} onRetry={() => onRetry(answer.error)} />;
  const { form, imports, exports, sections, more } = answer.value;
  return (
    <Scroll label={words.label}>
      <dl className="facts pt-3">
        <dt>{words.form}</dt>
        <dd>{words.forms[form]}</dd>
        {form === 'component' ? (
          <>
            <dt>{words.imports}</dt>
            <dd>
              <Names names={imports} />
            </dd>
            <dt>{words.exports}</dt>
            <dd>
              <Names names={exports} />
            </dd>
          </>
        ) : (
          <>
            <dt>{words.imports}</dt>
            <dd className="text-ink-2">{words.noInterfaces}</dd>
          </>
        )}
      </dl>
      <table className="plain-table" aria-label={words.sections}>
        <thead>
          <tr>
            <th scope="col">{words.columns.kind}</th>
            <th scope="col">{words.columns.name}</th>
            <th scope="col" className="text-right">
              {words.columns.offset}
            </th>
            <th scope="col" className="text-right">
              {words.columns.size}
            </th>
          </tr>
        </thead>
        <tbody>
          {sections.map(({ kind, name, offset, size }) => (
            <tr key={offset}>
              <td>{kind}</td>
              <td className="[overflow-wrap:anywhere]">{name === null ? '' : visible(name)}</td>
              <td className="text-right">{integer(offset)}</td>
              <td className="text-right">{exactBytes(size)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {more > 0 && <p className="px-3.5 py-2 text-sm text-ink-3">{words.more(more)}</p>}
    </Scroll>
  );
}

function Names({ names }: { names: readonly string[] }) {
  if (names.length === 0) return <span className="text-ink-3">{words.none}</span>;
  return (
    <ul>
      {names.map((name) => (
        <li key={name}>
          <code className="[overflow-wrap:anywhere]">{visible(name)}</code>
        </li>
      ))}
    </ul>
  );
}
