import { t } from '@vscode/l10n';
import { fourPlaces } from '../../decimal.ts';
import { severityOfLoss } from './ruleCatalogue.ts';
import type { RuleFinding } from './rule.ts';
import { joinSentences } from './wording.ts';
import { firstLineSpan } from './rules/firstLine.ts';
import type { ShownTrial, Trial } from './trials.ts';

/** What a person's own reward function returned for a response: its reward, or why it has none. */
export type OwnScore = { readonly overall: number } | { readonly fault: string };

/** A person's own reward function, whose scores are computed between two runs of the lint. */
export interface OwnReward {
  /** As the person named it. */
  readonly name: string;
  /** The score of a response with a ground truth; null before anything was scored. */
  readonly scoreOf: ((response: string, truth: string) => OwnScore | undefined) | null;
  /** A sentence that says why it cannot be run. */
  readonly fault?: string;
}

/** The scores of responses, each with a ground truth, as data: pairs of a key of `trialKey` and a score. */
export type TrialScores = readonly (readonly [key: string, score: OwnScore])[];

/** The key of a response with a ground truth. */
export const trialKey = (response: string, truth: string): string => JSON.stringify([response, truth]);

/** Looks scores up. */
export function lookUpScores(scores: TrialScores): NonNullable<OwnReward['scoreOf']> {
  const byKey = new Map(scores);
  return (response, truth) => byKey.get(trialKey(response, truth));
}

/** What a trial is paid with the ground truth that pays most. */
interface Paid {
  readonly overall: number;
  readonly truth: string;
}

/**
 * Finds what a prompt shows or asks for and its reward function pays less for than for the same response with a small
 * change, or than for another response of the prompt.
 */
export function* ownRewardFindings(
  trials: readonly ShownTrial[],
  { name, scoreOf, fault }: OwnReward,
  text: string,
): Iterable<RuleFinding> {
  if (fault !== undefined)
    yield {
      code: 'reward-unclear',
      span: firstLineSpan(text),
      message: joinSentences(t('The prompt is not checked against {0}.', name), fault),
    };
  if (scoreOf === null) return;
  if (trials.length === 0) {
    yield {
      code: 'reward-unclear',
      span: firstLineSpan(text),
      message: t('The prompt shows and describes no response that {0} could score.', name),
    };
    return;
  }
  const paidFor = (trial: Trial): Paid | string => bestPaid(trial, scoreOf);
  const all = trials.flatMap((trial) => [paidFor(trial), ...trial.changed.map(paidFor)]);
  const most = Math.max(...all.flatMap((paid) => (typeof paid === 'string' ? [] : [paid.overall])));
  for (const trial of trials) {
    const paid = paidFor(trial);
    const isExample = trial.kind === 'example';
    const about = {
      code: isExample ? 'example-deduction' : 'format-shown',
      span: trial.span,
    } as const;
    if (typeof paid === 'string') {
      const message = isExample
        ? t('{0} fails for this example: {1}', name, paid)
        : t('{0} fails for a response in this form: {1}', name, paid);
      yield { ...about, severity: 'error', message };
      continue;
    }
    const values = [paid.truth, name, fourPlaces(paid.overall)] as const;
    const sayPaid = (): string =>
      isExample
        ? t('With the ground truth `{0}`, {1} pays {2} for this example.', ...values)
        : t('With the ground truth `{0}`, {1} pays {2} for a response in this form.', ...values);
    const better = bestChange(trial, paidFor);
    if (better !== null && better.overall > paid.overall + 1e-9) {
      const loss = better.overall - paid.overall;
      yield {
        ...about,
        loss,
        severity: severityOfLoss(loss, most),
        message: joinSentences(sayPaid(), better.sayPaid(fourPlaces(better.overall))),
      };
    } else if (paid.overall < most - 1e-9) {
      const loss = most - paid.overall;
      yield {
        ...about,
        loss,
        severity: severityOfLoss(loss, most),
        message: joinSentences(
          sayPaid(),
          t('It pays {0} for another response that this prompt shows.', fourPlaces(most)),
        ),
      };
    } else if (most <= 0) {
      yield {
        ...about,
        severity: 'error',
        message: joinSentences(sayPaid(), t('It pays no more for any similar form.')),
      };
    }
  }
}

/** What a trial is paid with the ground truth that pays most, or why every ground truth fails. */
function bestPaid({ response, truths }: Trial, scoreOf: NonNullable<OwnReward['scoreOf']>): Paid | string {
  let best: Paid | null = null;
  let fault: string | null = null;
  for (const truth of truths) {
    const score = scoreOf(response, truth);
    if (score === undefined) continue;
    if ('fault' in score) fault = score.fault;
    else if (Number.isFinite(score.overall) && (best === null || score.overall > best.overall))
      best = { overall: score.overall, truth };
  }
  return best ?? fault ?? t('It returned no number.');
}

/** What a changed response is paid, and the sentence about it. */
type BetterPaid = Pick<Paid, 'overall'> & Pick<ShownTrial['changed'][number], 'sayPaid'>;

/** The change that is paid most; null if none could be scored. */
function bestChange({ changed }: ShownTrial, paidFor: (trial: Trial) => Paid | string): BetterPaid | null {
  let best: BetterPaid | null = null;
  for (const each of changed) {
    const paid = paidFor(each);
    if (typeof paid === 'string' || (best !== null && paid.overall <= best.overall)) continue;
    best = { overall: paid.overall, sayPaid: each.sayPaid };
  }
  return best;
}
