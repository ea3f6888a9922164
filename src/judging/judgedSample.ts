import { passByVerdict, saidByPerson } from '../core/datasets/passByVerdict.ts';
import type { Sample } from '../core/records/sample.ts';
import type { Verdict } from '../core/rewards/model.ts';
import type { Judged } from './model.ts';

/**
 * A sample with what was said of it. A person's verdict is the verdict, whatever a judge says; what each of them said is
 * among its numbers, so that they can be compared. It decides whether a sample passes whose rule is `judged`.
 * @param judged null if no reply of the judge could be used; undefined if it was not asked
 * @param person `unknown` if no person has said anything
 */
export function judgedSample(sample: Sample, judged: Judged | null | undefined, person: Verdict): Sample {
  const byJudge = {
    ...sample,
    verdict: verdictOf(sample, judged),
    columns: { ...sample.columns, ...numbersOf(judged) },
  };
  return person === 'unknown' ? passByVerdict(byJudge) : saidByPerson(byJudge, person);
}

function verdictOf({ verdict }: Sample, judged: Judged | null | undefined): Verdict {
  if (judged === undefined) return verdict;
  if (judged === null) return 'unknown';
  return 'verdict' in judged ? judged.verdict : verdict;
}

function numbersOf(judged: Judged | null | undefined): Readonly<Record<string, number>> {
  if (judged == null) return {};
  if ('verdict' in judged) return { judge: Number(judged.verdict === 'right') };
  const { coherence, nonHallucination, factualConsistency } = judged.scores;
  return {
    coherence,
    non_hallucination: nonHallucination,
    factual_consistency: factualConsistency,
    quality: (coherence + nonHallucination + factualConsistency) / 3,
  };
}
