import { useId } from 'react';
import type { ChosenRunners, ShownRunner } from '../../../../shared/contract/naming';
import type { RunnersRefusal } from '../../../../shared/models/naming';
import { Chip } from '../../../kit/Chip';
import { visible } from '../../../kit/visible';
import { type NamingModel, pickRunner } from '../model';
import { commandShown, texts } from '../texts';

const words = texts.setup;

interface RunnerListProps {
  readonly model: NamingModel;
  readonly runners: ChosenRunners;
  readonly disabled: boolean;
}

/** Every runner of the file with its capability, command and time-out, or everything that is wrong with it. */
export function RunnerList({ model, runners, disabled }: RunnerListProps) {
  const name = useId();
  return (
    <div className="flex min-h-0 flex-1 flex-col overflow-auto">
      {runners.refused && (
        <div className="border-b border-line bg-error-soft px-3.5 py-2 text-sm">
          <p className="font-semibold text-error">{words.refused}</p>
          <p className="[overflow-wrap:anywhere]">{refusalText(runners.refused)}</p>
        </div>
      )}
      <div role="radiogroup" aria-label={words.runners}>
        {runners.rows.map((row) => (
          <RunnerRow
            key={row.index}
            row={row}
            name={name}
            picked={row.index === runners.picked}
            disabled={disabled}
            onPick={() => void pickRunner(model, row.index)}
          />
        ))}
      </div>
    </div>
  );
}

interface RunnerRowProps {
  readonly row: ShownRunner;
  readonly name: string;
  readonly picked: boolean;
  readonly disabled: boolean;
  readonly onPick: () => void;
}

function RunnerRow({ row, name, picked, disabled, onPick }: RunnerRowProps) {
  const { id, capability, command, limitSecs, pickable, refusals } = row;
  return (
    <label className="flex gap-2.5 border-b border-line-soft px-3.5 py-2.5 text-sm has-checked:bg-accent-soft">
      <input
        type="radio"
        className="mt-0.5 size-3.5 flex-none accent-accent"
        name={name}
        checked={picked}
        disabled={disabled || !pickable}
        onChange={onPick}
      />
      <span className="flex min-w-0 flex-1 flex-col gap-0.5">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <bdi className="font-[570] [overflow-wrap:anywhere]">{visible(id) || words.noId}</bdi>
          {capability && <Chip>{visible(capability)}</Chip>}
          {limitSecs !== '' && capability.trim() === 'naming-runner' && (
            <span className="text-xs text-ink-2">{texts.limit(limitSecs)}</span>
          )}
        </span>
        {command.length > 0 && <code className="text-ink-2 [overflow-wrap:anywhere]">{commandShown(command)}</code>}
        {refusals.map((refusal) => (
          <span key={refusal.message} className="text-error [overflow-wrap:anywhere]">
            {refusalText(refusal)}
          </span>
        ))}
        {!pickable && refusals.length === 0 && capability.trim() !== 'naming-runner' && (
          <span className="text-xs text-ink-3">{words.notPickable}</span>
        )}
      </span>
    </label>
  );
}

function refusalText({ message, place }: RunnersRefusal): string {
  return place ? `${visible(message)} (line ${place.line}, column ${place.column})` : visible(message);
}
