import { t } from '@vscode/l10n';
import type { JSX } from 'preact';
import { isRunning } from '../../../src/core/records/sampleState.ts';
import { answerOf } from '../model/answer.ts';
import type { InspectorModel } from '../model/inspectorModel.ts';
import type { SampleModel } from '../model/sampleModel.ts';

interface AnswerLineProps {
  readonly model: InspectorModel;
  readonly sample: SampleModel;
}

/** The answer of the response, which leads to its step. */
export function AnswerLine({ model, sample }: AnswerLineProps): JSX.Element {
  const { text, span } = answerOf(sample.parsed.value);
  return (
    <div class="row answer-row">
      <span class="row-name">{t('Answer')}</span>
      {text === '' || span === null ? (
        <span class="dim">{isRunning(sample.meta.value) ? t('No answer yet') : t('No answer')}</span>
      ) : (
        <button
          type="button"
          class="answer"
          title={t('Show the answer in the steps')}
          onClick={() => {
            model.goTo(span);
          }}
        >
          {text}
        </button>
      )}
    </div>
  );
}
