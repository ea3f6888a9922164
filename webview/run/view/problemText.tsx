import { t } from '@vscode/l10n';
import type { JSX } from 'preact';
import type { ProblemReason } from '../../../src/core/records/problemReason.ts';
import type { ProblemRow } from '../../../src/protocol/run.ts';
import type { RunModel } from '../model/runModel.ts';
import { placePhrase } from '../model/placePhrase.ts';

/** What is wrong with a record, in a word or two. */
const WORDS: Readonly<Record<ProblemReason, () => string>> = {
  failed: () => t('Failed'),
  json: () => t('Broken: not JSON'),
  encoding: () => t('Broken: not text'),
  no_response: () => t('Broken: no response'),
  too_deep: () => t('Broken: nested too deep'),
  too_long: () => t('Broken: too long'),
};

interface ProblemTextProps {
  readonly row: ProblemRow;
}

/** A record that has no sample: what kind of problem it is, where, and why, in full where the pointer rests. */
export function ProblemText({ row }: ProblemTextProps): JSX.Element {
  return (
    <span class={row.reason === 'failed' ? 'problem failed' : 'problem broken'} title={row.problem}>
      <ProblemWords row={row} />
    </span>
  );
}

interface ProblemDetailsProps {
  readonly model: RunModel;
}

/** What is wrong with the record of the active row, in full: a row has one line, which may be too short. */
export function ProblemDetails({ model }: ProblemDetailsProps): JSX.Element | null {
  model.rows.arrivals.value satisfies number;
  const row = model.rowAt(model.active.value);
  if (row?.kind !== 'problem') return null;
  return (
    // Who has no pointer scrolls it with the keyboard.
    <section class="row-details" aria-label={t('Problem')} {...(row.partial === null ? {} : { tabIndex: 0 })}>
      <p class={row.reason === 'failed' ? 'problem failed' : 'problem broken'}>
        <ProblemWords row={row} />
      </p>
      {row.partial !== null && (
        <figure class="partial">
          <figcaption class="dim">{t('What had arrived')}</figcaption>
          <pre>{row.partial}</pre>
        </figure>
      )}
    </section>
  );
}

function ProblemWords({ row }: ProblemTextProps): JSX.Element {
  return (
    <>
      <strong>{WORDS[row.reason]()}</strong> <span class="dim">{placePhrase(row.place)}</span>{' '}
      <span>{row.problem}</span>
    </>
  );
}
