import type { JSX } from 'preact';

interface RangeSliderProps {
  /** What a screen reader says of each handle. */
  readonly lowLabel: string;
  readonly highLabel: string;
  readonly least: number;
  readonly greatest: number;
  readonly step: number;
  readonly low: number;
  readonly high: number;
  /** A value as people read it. */
  readonly format: (value: number) => string;
  /** Called with every move of a handle; the low one is never above the high one. */
  readonly onChange: (low: number, high: number) => void;
}

/**
 * A slider with two handles. Each is a slider of the browser of its own over a common track, so that keys, touch and
 * screen readers work as they do with one.
 */
export function RangeSlider(props: RangeSliderProps): JSX.Element {
  const { least, greatest, step, low, high, format, onChange } = props;
  const share = (value: number): number =>
    greatest > least ? Math.max(0, Math.min(1, (value - least) / (greatest - least))) : 0;
  const handle = (label: string, value: number, take: (wanted: number) => number): JSX.Element => (
    <input
      type="range"
      aria-label={label}
      aria-valuetext={format(value)}
      min={least}
      max={greatest}
      step={step}
      value={value}
      onInput={(event) => {
        const wanted = Number(event.currentTarget.value);
        const taken = take(wanted);
        // A handle that is pushed against the other one stays there.
        if (taken !== wanted) event.currentTarget.value = String(taken);
      }}
    />
  );
  return (
    <div class="range-slider" style={{ '--low': `${share(low) * 100}%`, '--high': `${share(high) * 100}%` }}>
      <span class="range-track" aria-hidden="true" />
      {handle(props.lowLabel, low, (wanted) => {
        const taken = Math.min(wanted, high);
        onChange(taken, high);
        return taken;
      })}
      {handle(props.highLabel, high, (wanted) => {
        const taken = Math.max(wanted, low);
        onChange(low, taken);
        return taken;
      })}
    </div>
  );
}
