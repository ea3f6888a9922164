import type { JSX } from 'preact';

interface NumberFieldProps {
  readonly label: string;
  /** Null for an empty field. */
  readonly value: number | null;
  readonly placeholder?: string;
  readonly step: number;
  readonly least?: number;
  readonly most?: number;
  /** Called with every number that is typed or stepped to; null if the field is empty. */
  readonly onChange: (value: number | null) => void;
}

/** A field for a number. What cannot be read as one, or is out of range, is not taken; the latter is marked. */
export function NumberField({
  label,
  value,
  placeholder,
  step,
  least = -Infinity,
  most = Infinity,
  onChange,
}: NumberFieldProps): JSX.Element {
  return (
    <input
      type="number"
      class="number-field"
      aria-label={label}
      title={label}
      placeholder={placeholder}
      value={value ?? ''}
      step={step}
      min={boundOf(least)}
      max={boundOf(most)}
      onInput={(event) => {
        const { value: text, valueAsNumber, validity } = event.currentTarget;
        if (text === '' && !validity.badInput) onChange(null);
        else if (valueAsNumber >= least && valueAsNumber <= most && Number.isFinite(valueAsNumber))
          onChange(valueAsNumber);
      }}
    />
  );
}

const boundOf = (bound: number): number | undefined => (Number.isFinite(bound) ? bound : undefined);
