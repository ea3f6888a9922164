import { judgedAnswer } from '../core/trajectory/answerIn.ts';
import { judgeVerdicts } from '../core/trajectory/judgeVerdicts.ts';
import { itemsText } from '../inference/judgeRequest.ts';
import type { Judge } from './model.ts';

/** The most items of a request: beyond that, models lose count. */
const MOST = 50;

/** Lang2Act's judge of answers (NEUIR/Lang2Act, src/eval.py): as many verdicts as items. */
export const answerJudge: Judge = {
  name: 'answer',
  preset: 'answer-judge',
  dialect: 'judge',
  most: MOST,
  plan: ({ response, question, reference, dialect }) => {
    const answer = judgedAnswer(response, dialect);
    // The references never ask a judge about an empty answer: it counts as wrong.
    if (answer === '') return { known: { verdict: 'wrong' } };
    if (reference === null || reference.trim() === '') return { lacks: 'reference' };
    return { ask: { question, reference, answer } };
  },
  content: itemsText,
  read: (reply, count) => {
    const verdicts = judgeVerdicts(reply);
    return verdicts.length === count
      ? verdicts.map((isRight) => ({ verdict: isRight ? 'right' : 'wrong' }))
      : null;
  },
};
