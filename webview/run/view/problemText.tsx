import { t } from '@vscode/l10n';
import type { JSX } from 'preact';
import type { ProblemReason } from '../../../src/core/records/problemReason.ts';
import type { ProblemRow } from '../../../src/protocol/run.ts';
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

/** A record that has no sample: what kind of problem it is, where, and why. */
export function ProblemText({ row }: ProblemTextProps): JSX.Element {
  return (
    <span class={row.reason === 'failed' ? 'problem failed' : 'problem broken'}>
      <strong>{WORDS[row.reason]()}</strong> <span class="dim">{placePhrase(row.place)}</span>{' '}
      <span>{row.problem}</span>
    </span>
  );
}
