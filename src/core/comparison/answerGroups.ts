import { answerKey } from '../metrics/answerKey.ts';
import { normalizedAnswer } from '../metrics/normalizedAnswer.ts';

/** Trajectories that give the same answer, or none. */
export interface AnswerGroup {
  /** As the first of them writes it; empty if they give none. */
  readonly answer: string;
  /** Their indices, in order. */
  readonly members: readonly number[];
}

/**
 * Groups trajectories by their answer: the largest group first, those without an answer last.
 * @param answers stripped; empty for a trajectory without an answer
 * @param profile the reward: one that compares words decides which answers are equal; for others, case, white space, and
 *   a final period do not count
 */
export function groupAnswers(answers: readonly string[], profile: string | null): readonly AnswerGroup[] {
  const groups = new Map<string, number[]>();
  for (const [index, answer] of answers.entries()) {
    const key = answer === '' ? '' : groupKey(answer, profile);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [index]);
    else group.push(index);
  }
  return [...groups.values()]
    .map((members): AnswerGroup => ({ answer: answers[members[0] ?? 0] ?? '', members }))
    .toSorted(
      (a, b) => Number(a.answer === '') - Number(b.answer === '') || b.members.length - a.members.length,
    );
}

function groupKey(answer: string, profile: string | null): string {
  const words = profile === 'evisrag' ? normalizedAnswer(answer) : '';
  return words === '' ? answerKey(answer) : words;
}
