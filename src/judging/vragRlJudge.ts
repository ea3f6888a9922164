import { lastAnswer, readFormat } from '../core/rewards/vragRl/format.ts';
import type { JudgeItem } from '../inference/judgeRequest.ts';
import type { Judge } from './model.ts';

/** What VRAG-RL's code has judged in place of an answer that is missing. */
const NO_ANSWER = 'Please Judge False';

const OPENING = '<judge>';
const CLOSING = '</judge>';

/**
 * The judge of VRAG-RL's training (Alibaba-NLP/VRAG, verl/workers/reward_manager/rm.py): one item a request, asked only
 * where the format is paid. The answer is that of the whole response, turns of the environment among it.
 */
export const vragRlJudge: Judge = {
  name: 'vrag-rl',
  preset: 'vrag-rl-judge',
  dialect: 'judge',
  most: 1,
  plan: ({ response, question, reference }) => {
    if (readFormat(response).formatScore === 0) return { known: { verdict: 'wrong' } };
    if (reference === null || reference.trim() === '') return { lacks: 'reference' };
    const span = lastAnswer(response);
    const answer = span === null ? NO_ANSWER : response.slice(span.start, span.end);
    return { ask: { question, reference, answer } };
  },
  content: (items) => items.map(sections).join('\n\n'),
  read: (reply) => {
    const verdict = firstVerdict(reply);
    return verdict === null ? null : [{ verdict }];
  },
};

function sections({ question, reference, answer }: JudgeItem): string {
  return [
    ...(question === null ? [] : [`## Query\n${question}`]),
    `## Reference Answer\n${reference ?? ''}`,
    `## Generated Answer\n${answer}`,
  ].join('\n\n');
}

/** What the first pair of tags holds; a text with both words counts as true, as `parse_judge_response` has it. */
function firstVerdict(reply: string): 'right' | 'wrong' | null {
  const start = reply.indexOf(OPENING);
  const end = start < 0 ? -1 : reply.indexOf(CLOSING, start);
  if (end < 0) return null;
  const said = reply.slice(start + OPENING.length, end);
  if (/true|True/.test(said)) return 'right';
  return /false|False/.test(said) ? 'wrong' : null;
}
