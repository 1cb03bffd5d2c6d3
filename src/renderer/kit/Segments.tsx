import { useId } from 'react';

export interface SegmentsProps<Id extends string> {
  readonly label: string;
  readonly options: readonly { readonly id: Id; readonly title: string }[];
  readonly value: Id;
  readonly onChange: (id: Id) => void;
}

/** One of a few, side by side: radio buttons in one frame. */
export function Segments<Id extends string>({ label, options, value, onChange }: SegmentsProps<Id>) {
  const name = useId();
  return (
    <div role="radiogroup" aria-label={label} className="segments">
      {options.map((option) => (
        <label key={option.id} className="segment">
          <input
            type="radio"
            className="sr-only"
            name={name}
            checked={option.id === value}
            onChange={() => onChange(option.id)}
          />
          {option.title}
        </label>
      ))}
    </div>
  );
}
