import { detectDialect } from '../../core/trajectory/detect.ts';
import { finalAnswer } from '../../core/trajectory/finalAnswer.ts';
import type { DialectName } from '../../core/trajectory/model.ts';
import { parseTrajectory } from '../../core/trajectory/parser.ts';

/** The answer in a response, stripped; null if it has none. */
export function findAnswer(response: string, dialect: DialectName | null): string | null {
  const trajectory = parseTrajectory(response, {
    dialect: dialect ?? detectDialect(response).dialect,
    numImages: null,
    tools: null,
  });
  const answer = finalAnswer(trajectory);
  return answer ? response.slice(answer.start, answer.end).trim() : null;
}
