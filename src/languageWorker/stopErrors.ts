import { t } from '@vscode/l10n';
import { wholeNumber } from '../core/displayLocale.ts';
import { PageTraceError } from '../core/errors.ts';
import type { StopReason } from '../workers/workerThread.ts';

/** The limits of a call: milliseconds, and megabytes of the thread's JavaScript values. */
interface CallLimits {
  readonly deadline: number;
  readonly memory: number;
}

/** The error of a text whose check was given up. */
export function checkStopped(why: StopReason, { deadline, memory }: CallLimits): PageTraceError {
  if (why === 'crash') return crashed();
  return new PageTraceError(
    'timeout',
    why === 'deadline'
      ? t('PageTrace needs more than {0} s to check this text, so it is not checked.', seconds(deadline))
      : t(
          'PageTrace needs more than {0} MB of memory to check this text, so it is not checked.',
          wholeNumber(memory),
        ),
    { hint: t('It is checked again after the next change.') },
  );
}

/** The error of a prompt whose rendering was given up. */
export function renderStopped(why: StopReason, { deadline, memory }: CallLimits): PageTraceError {
  if (why === 'crash') return crashed();
  return new PageTraceError(
    'timeout',
    why === 'deadline'
      ? t('PageTrace needs more than {0} s to render this prompt, so it was stopped.', seconds(deadline))
      : t(
          'PageTrace needs more than {0} MB of memory to render this prompt, so it was stopped.',
          wholeNumber(memory),
        ),
    { hint: t('Look for loops and values that grow, and change the template.') },
  );
}

/** The error of a response whose answer or score was given up. */
export function readStopped(why: StopReason, { deadline, memory }: CallLimits): PageTraceError {
  if (why === 'crash') return crashed();
  return new PageTraceError(
    'timeout',
    why === 'deadline'
      ? t(
          'PageTrace needs more than {0} s to read this response, so its answer and its score are not shown.',
          seconds(deadline),
        )
      : t(
          'PageTrace needs more than {0} MB of memory to read this response, so its answer and its score are not shown.',
          wholeNumber(memory),
        ),
    { hint: t('Its text is shown as it is. On the command line, pagetrace score has no such limit.') },
  );
}

/** The error of a front matter whose reading or change was given up. */
export function frontMatterStopped(why: StopReason, { deadline, memory }: CallLimits): PageTraceError {
  if (why === 'crash') return crashed();
  return new PageTraceError(
    'timeout',
    why === 'deadline'
      ? t('PageTrace needs more than {0} s to read this front matter, so it is not used.', seconds(deadline))
      : t(
          'PageTrace needs more than {0} MB of memory to read this front matter, so it is not used.',
          wholeNumber(memory),
        ),
    { hint: t('Shorten it.') },
  );
}

/** The error of an export that was given up. */
export function exportStopped(why: StopReason, { deadline, memory }: CallLimits): PageTraceError {
  if (why === 'crash') {
    return new PageTraceError(
      'internal',
      t('The part of PageTrace that writes exports ended unexpectedly.'),
      {
        hint: t('Try again.'),
      },
    );
  }
  return new PageTraceError(
    'timeout',
    why === 'deadline'
      ? t('PageTrace needs more than {0} s to write this export, so it was stopped.', seconds(deadline))
      : t(
          'PageTrace needs more than {0} MB of memory to write this export, so it was stopped.',
          wholeNumber(memory),
        ),
    { hint: t('Export one sample, or save the response as a trajectory file.') },
  );
}

/** The number of seconds, in the display language. */
function seconds(milliseconds: number): string {
  const whole = milliseconds / 1000;
  return Number.isInteger(whole) ? wholeNumber(whole) : String(whole);
}

function crashed(): PageTraceError {
  return new PageTraceError('internal', t('The part of PageTrace that checks texts ended unexpectedly.'), {
    hint: t('It starts again with the next change of a text.'),
  });
}
