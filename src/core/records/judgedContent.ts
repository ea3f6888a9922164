import { judgedAnswer } from '../trajectory/answerIn.ts';
import type { Sample } from './sample.ts';
import type { JudgedContent } from './verdictKey.ts';

/** What a verdict of a sample is about. */
export function judgedContent({
  question,
  reference,
  response,
  dialect,
}: Pick<Sample, 'question' | 'reference' | 'response' | 'dialect'>): JudgedContent {
  return { question, reference, answer: judgedAnswer(response, dialect) };
}
