import { detectDialect } from './detect.ts';
import { finalAnswer } from './finalAnswer.ts';
import type { DialectName } from './model.ts';
import { parseTrajectory } from './parser.ts';

/**
 * The answer in a response, stripped; null if it has none.
 * @param dialect null to recognize it from the response
 */
export function answerIn(response: string, dialect: DialectName | null): string | null {
  const trajectory = parseTrajectory(response, {
    dialect: dialect ?? detectDialect(response).dialect,
    numImages: null,
    tools: null,
  });
  const answer = finalAnswer(trajectory);
  return answer ? response.slice(answer.start, answer.end).trim() : null;
}

/** What is judged of a response: its answer, otherwise all of it, as where a model was asked for nothing but the answer. */
export function judgedAnswer(response: string, dialect: DialectName | null): string {
  return answerIn(response, dialect) ?? response.trim();
}
