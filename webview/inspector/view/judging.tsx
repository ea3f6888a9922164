import { t } from '@vscode/l10n';
import type { JSX } from 'preact';
import { Button, TextField } from '../../shared/controls.tsx';
import { VerdictButtons } from '../../shared/verdictButtons.tsx';
import type { InspectorInfo, InspectorModel } from '../model/inspectorModel.ts';
import type { SampleMeta } from '../model/sampleModel.ts';

interface JudgingProps {
  readonly model: InspectorModel;
  readonly info: InspectorInfo;
  readonly meta: SampleMeta;
}

/** The verdict, the reference answer, and the judge, on one line. */
export function Judging({ model, info, meta }: JudgingProps): JSX.Element {
  return (
    <div class="judging">
      <VerdictButtons
        label={t('Is the answer right?')}
        verdict={meta.verdict}
        onChoose={(verdict) => {
          model.setVerdict(verdict);
        }}
      />
      <TextField
        label={t('Reference answer')}
        placeholder={t('Reference answer')}
        value={info.reference ?? ''}
        onCommit={(text) => {
          model.setReference(text);
        }}
      />
      <Button
        label={t('Judge with Model')}
        disabled={!info.canJudge || !hasReference(info)}
        title={judgeTitle(info)}
        onClick={() => {
          model.judge();
        }}
      >
        <span class="wide-only">{t('Judge with Model')}</span>
        <span class="narrow-only">{t('Judge')}</span>
      </Button>
    </div>
  );
}

/** Whether there is a reference answer that a judge could compare with. */
export const hasReference = ({ reference }: InspectorInfo): boolean => (reference ?? '').trim() !== '';

/** What a judge would do, or why it cannot. */
export function judgeTitle(info: InspectorInfo): string {
  if (!info.canJudge) return t('No connected server can judge.');
  if (!hasReference(info))
    return t('Enter the reference answer first. The model compares the answer with it.');
  return t('Ask the model whether the answer agrees with the reference answer');
}
