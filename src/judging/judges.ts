import { answerJudge } from './answerJudge.ts';
import type { Judge, JudgeName } from './model.ts';
import { qualityJudge } from './qualityJudge.ts';
import { vragRlJudge } from './vragRlJudge.ts';

/** All judges, by their names. */
export const JUDGES: Readonly<Record<JudgeName, Judge>> = {
  answer: answerJudge,
  quality: qualityJudge,
  'vrag-rl': vragRlJudge,
};
