import type { JSX } from 'preact';
import type { Verdict } from '../../src/core/rewards/model.ts';
import { Button } from './controls.tsx';

const VERDICTS: readonly { readonly verdict: Verdict; readonly text: string }[] = [
  { verdict: 'right', text: 'Right' },
  { verdict: 'wrong', text: 'Wrong' },
  { verdict: 'unknown', text: 'Unknown' },
];

export interface VerdictButtonsProps {
  /** What a screen reader says. */
  readonly label: string;
  /** The chosen verdict; undefined if there is no sample. */
  readonly verdict: Verdict | undefined;
  readonly onChoose: (verdict: Verdict) => void;
}

/** Buttons by which a person decides whether an answer is right. */
export function VerdictButtons({ label, verdict: chosen, onChoose }: VerdictButtonsProps): JSX.Element {
  return (
    <div class="verdict" role="group" aria-label={label}>
      {VERDICTS.map(({ verdict, text }) => (
        <Button
          key={verdict}
          pressed={verdict === chosen}
          onClick={() => {
            onChoose(verdict);
          }}
        >
          {text}
        </Button>
      ))}
    </div>
  );
}
