import type { QualityLine } from '../core/trajectory/partModel.ts';
import { parseTrajectory } from '../core/trajectory/parser.ts';
import type { JudgeItem } from '../inference/judgeRequest.ts';
import type { Judge, QualityScores } from './model.ts';

/** Lang2Act's judge of reasoning (figure 17 of its paper): three scores from 1 to 5 for one response. */
export const qualityJudge: Judge = {
  name: 'quality',
  preset: 'quality-judge',
  dialect: 'quality-judge',
  most: 1,
  plan: ({ response, question, reference }) =>
    response.trim() === '' ? { lacks: 'answer' } : { ask: { question, reference, answer: response.trim() } },
  content: (items) => items.map(itemText).join('\n\n'),
  read: (reply) => {
    const scores = readScores(reply);
    return scores === null ? null : [{ scores }];
  },
};

function itemText({ question, reference, answer }: JudgeItem): string {
  return [
    ...(question === null ? [] : [`Question: ${question}`]),
    ...(reference === null ? [] : [`Reference: ${reference}`]),
    `What the model wrote:\n${answer}`,
  ].join('\n\n');
}

/** The three scores of a reply, each given exactly once; the average is not read, because it follows from them. */
function readScores(reply: string): QualityScores | null {
  const { parts } = parseTrajectory(reply, { dialect: 'quality-judge', numImages: null, tools: null });
  const lines = parts.filter((part) => part.kind === 'quality-line');
  const scoreOf = (name: QualityLine['name']): number | null => {
    const [line, ...others] = lines.filter((each) => each.name === name);
    const value = line?.value ?? null;
    const isScore = value !== null && Number.isInteger(value) && value >= 1 && value <= 5;
    return isScore && others.length === 0 ? value : null;
  };
  const coherence = scoreOf('Coherence');
  const nonHallucination = scoreOf('Non-Hallucination');
  const factualConsistency = scoreOf('Factual Consistency');
  return coherence === null || nonHallucination === null || factualConsistency === null
    ? null
    : { coherence, nonHallucination, factualConsistency };
}
