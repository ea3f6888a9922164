import type { JSX } from 'preact';

interface NumberFieldProps {
  readonly label: string;
  /** Null for an empty field. */
  readonly value: number | null;
  readonly placeholder?: string;
  readonly step: number;
  readonly least?: number;
  /** Called with every number that is typed or stepped to; null if the field is empty. */
  readonly onChange: (value: number | null) => void;
}

/** A field for a number. What cannot be read as one is not taken. */
export function NumberField({
  label,
  value,
  placeholder,
  step,
  least,
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
      min={least}
      onInput={(event) => {
        const { value: text, valueAsNumber, validity } = event.currentTarget;
        if (text === '' && !validity.badInput) onChange(null);
        else if (Number.isFinite(valueAsNumber) && !(least !== undefined && valueAsNumber < least))
          onChange(valueAsNumber);
      }}
    />
  );
}
