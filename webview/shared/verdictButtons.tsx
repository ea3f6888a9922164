import { t } from '@vscode/l10n';
import type { JSX } from 'preact';
import type { Verdict } from '../../src/core/rewards/model.ts';
import { Button } from './controls.tsx';

const verdicts = (): readonly { readonly verdict: Verdict; readonly text: string }[] => [
  { verdict: 'right', text: t('Right') },
  { verdict: 'wrong', text: t('Wrong') },
  { verdict: 'unknown', text: t('Unknown') },
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
      {verdicts().map(({ verdict, text }) => (
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
