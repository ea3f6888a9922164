import { t } from '@vscode/l10n';
import type { JSX } from 'preact';
import { samplesPhrase } from '../../../../src/core/countPhrases.ts';
import type { MeasuredPart } from '../../../../src/core/runMetrics/model.ts';
import { whole } from '../../model/numbers.ts';

interface MeasuringNoteProps {
  readonly isAsking: boolean;
  readonly failure: string | null;
  readonly progress: MeasuredPart | null;
  /** Whether there is something to look at meanwhile. */
  readonly hasAnswer: boolean;
}

/** What is going on while samples are measured, or why they cannot be. */
export function MeasuringNote(props: MeasuringNoteProps): JSX.Element | null {
  const { isAsking, failure, progress, hasAnswer } = props;
  if (failure !== null)
    return (
      <p class="run-note warned" role="alert">
        {failure}
      </p>
    );
  if (progress !== null && progress.of > 0) {
    const says = t('{0} of {1} read', whole(progress.measured), samplesPhrase(progress.of));
    return (
      <div class="run-progress" role="status">
        <progress value={progress.measured} max={progress.of} aria-label={says} />
        <span class="dim">{says}</span>
      </div>
    );
  }
  return isAsking && !hasAnswer ? (
    <p class="dim" role="status">
      {t('Measuring…')}
    </p>
  ) : null;
}
