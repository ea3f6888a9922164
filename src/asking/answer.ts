import { detectDialect } from '../core/trajectory/detect.ts';
import type { DialectName } from '../core/trajectory/model.ts';
import { parseTrajectory } from '../core/trajectory/parser.ts';

/** The answer that a response gives, stripped; null when it has no answer block. */
export function answerOf(response: string, dialect: DialectName | null): string | null {
  const trajectory = parseTrajectory(response, {
    dialect: dialect ?? detectDialect(response).dialect,
    numImages: null,
    tools: null,
  });
  const answer = trajectory.blocks.find((block) => block.name === 'answer');
  return answer ? response.slice(answer.content.start, answer.content.end).trim() : null;
}
