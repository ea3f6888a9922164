import { t } from '@vscode/l10n';
import { tokenCount } from '../core/tokenCount.ts';

/** What is known about a question while it is being answered. */
export interface AskedProgress {
  /** What the server said last that it is doing (`Reading page 3 of 10`); null since text has arrived. */
  readonly status: string | null;
  /** Tokens of all samples so far; 0 before the first. */
  readonly tokens: number;
  readonly tokensEstimated: boolean;
  /** Seconds for which nothing has arrived; null while that is short enough not to be mentioned. */
  readonly silentFor: number | null;
}

/** When a stream counts as stalled, in milliseconds. */
export interface StallLimits {
  /** Silence that is mentioned. */
  readonly after: number;
  /** How often its length is updated. */
  readonly every: number;
}

export const STALL_LIMITS: StallLimits = { after: 10_000, every: 5_000 };

/**
 * What is unusual about the progress, as sentences: what the server does before it writes, and for how long nothing has
 * come. Null if there is nothing of the kind.
 */
export function progressNotice({ status, silentFor }: AskedProgress): string | null {
  const sentences = [
    ...(status === null ? [] : [`${status}.`]),
    ...(silentFor === null ? [] : [t('Nothing received for {0} s.', silentFor)]),
  ];
  return sentences.length === 0 ? null : sentences.join(' ');
}

/** The progress on one line. */
export function progressLine(progress: AskedProgress): string {
  const { status, tokens, tokensEstimated, silentFor } = progress;
  const usual =
    status !== null
      ? []
      : [
          tokens === 0
            ? t('Waiting for the first token.')
            : t('{0} so far.', tokenCount(tokens, tokensEstimated)),
        ];
  const notice = progressNotice({ status, tokens, tokensEstimated, silentFor });
  return [...usual, ...(notice === null ? [] : [notice])].join(' ');
}
