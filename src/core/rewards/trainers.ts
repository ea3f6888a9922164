import type { ScoreContext } from './model.ts';

/** The trainers whose reward managers are known. */
export const TRAINERS = ['easyr1', 'verl'] as const;
export type Trainer = (typeof TRAINERS)[number];

/** The names of the trainers as people write them. */
export const TRAINER_TITLES: Readonly<Record<Trainer, string>> = { easyr1: 'EasyR1', verl: 'verl' };

/**
 * A context with only what a trainer passes to a reward function, so that everything else gets its default. EasyR1
 * (hiyouga/EasyR1, workers/reward/function.py) passes `response`, `response_length`, and `ground_truth`; verl
 * (workers/reward_manager/naive.py) passes `solution_str`, `ground_truth`, `data_source`, and the data set's own
 * `extra_info`, which no context has. The verdict comes from a judge, independently of the trainer, and is kept.
 */
export function asTheTrainerPasses(context: ScoreContext, trainer: Trainer): ScoreContext {
  return {
    ...context,
    numImages: null,
    question: null,
    sentPrompt: null,
    toolResults: null,
    retrieval: null,
    responseLength: trainer === 'easyr1' ? context.responseLength : null,
  };
}
