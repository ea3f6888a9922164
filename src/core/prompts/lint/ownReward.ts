import { fourPlaces } from '../../decimal.ts';
import { severityOfLoss } from './ruleCatalogue.ts';
import type { RuleFinding } from './rule.ts';
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
      message: `The prompt is not checked against ${name}. ${fault}`,
    };
  if (scoreOf === null) return;
  if (trials.length === 0) {
    yield {
      code: 'reward-unclear',
      span: firstLineSpan(text),
      message: `The prompt shows and describes no response that ${name} could score.`,
    };
    return;
  }
  const paidFor = (trial: Trial): Paid | string => bestPaid(trial, scoreOf);
  const all = trials.flatMap((trial) => [paidFor(trial), ...trial.changed.map(paidFor)]);
  const most = Math.max(...all.flatMap((paid) => (typeof paid === 'string' ? [] : [paid.overall])));
  for (const trial of trials) {
    const paid = paidFor(trial);
    const what = trial.kind === 'example' ? 'this example' : 'a response in this form';
    const about = {
      code: trial.kind === 'example' ? 'example-deduction' : 'format-shown',
      span: trial.span,
    } as const;
    if (typeof paid === 'string') {
      yield { ...about, severity: 'error', message: `${name} fails for ${what}: ${paid}` };
      continue;
    }
    const given = `With the ground truth \`${paid.truth}\`, ${name} pays ${fourPlaces(paid.overall)} for ${what}`;
    const better = bestChange(trial, paidFor);
    if (better !== null && better.overall > paid.overall + 1e-9) {
      const loss = better.overall - paid.overall;
      yield {
        ...about,
        loss,
        severity: severityOfLoss(loss, most),
        message: `${given}, and ${fourPlaces(better.overall)} for the same ${better.how}.`,
      };
    } else if (paid.overall < most - 1e-9) {
      const loss = most - paid.overall;
      yield {
        ...about,
        loss,
        severity: severityOfLoss(loss, most),
        message: `${given}, and ${fourPlaces(most)} for another response that this prompt shows.`,
      };
    } else if (most <= 0) {
      yield { ...about, severity: 'error', message: `${given}, and no more for any similar form.` };
    }
  }
}

/** What a trial is paid with the ground truth that pays most, or why every ground truth fails. */
function bestPaid({ response, truths }: Trial, scoreOf: NonNullable<OwnReward['scoreOf']>): Paid | string {
  let best: Paid | null = null;
  let fault = 'It returned no number.';
  for (const truth of truths) {
    const score = scoreOf(response, truth);
    if (score === undefined) continue;
    if ('fault' in score) fault = score.fault;
    else if (Number.isFinite(score.overall) && (best === null || score.overall > best.overall))
      best = { overall: score.overall, truth };
  }
  return best ?? fault;
}

/** The change that is paid most; null if none could be scored. */
function bestChange(
  { changed }: ShownTrial,
  paidFor: (trial: Trial) => Paid | string,
): { readonly overall: number; readonly how: string } | null {
  let best: { readonly overall: number; readonly how: string } | null = null;
  for (const each of changed) {
    const paid = paidFor(each);
    if (typeof paid === 'string' || (best !== null && paid.overall <= best.overall)) continue;
    best = { overall: paid.overall, how: each.how };
  }
  return best;
}
