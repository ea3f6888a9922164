import assert from 'node:assert/strict';
import { profiles } from '../../src/core/rewards/registry.ts';
import { detectDialect } from '../../src/core/trajectory/detect.ts';
import { DIALECT_NAMES } from '../../src/core/trajectory/dialects/names.ts';
import type { ParseContext, Trajectory } from '../../src/core/trajectory/model.ts';
import { parseTrajectory, TrajectoryParser } from '../../src/core/trajectory/parser.ts';
import { CONTEXTS } from './contexts.ts';
import { checkDecimals, checkSpans } from './scoreChecks.ts';

/**
 * Throws unless a text is parsed the same way whole and in chunks, and every profile scores it in a context with a sum
 * that is exact and spans that lie within it. `index` chooses the dialect, the chunks and the context.
 */
export function checkText(text: string, index: number): void {
  const dialect = index % 2 === 0 ? detectDialect(text).dialect : pick(DIALECT_NAMES, index >> 1);
  const parsing: ParseContext = { dialect, numImages: pick([null, 0, 1, 3], index), tools: null };
  const whole = parseTrajectory(text, parsing);
  checkTrajectory(whole);
  const parser = new TrajectoryParser(parsing);
  const size = 1 + (index % 17);
  for (let at = 0; at < text.length; at += size) parser.append(text.slice(at, at + size));
  parser.end();
  assert.equal(written(parser.snapshot()), written(whole));
  const context = pick(CONTEXTS, index);
  for (const profile of profiles) {
    const score = profile.score(text, context);
    checkDecimals(score, context.verdict);
    checkSpans(score, text.length);
  }
}

function pick<T>(from: readonly T[], index: number): T {
  const chosen = from[index % from.length];
  if (chosen === undefined) throw new Error('There is nothing to choose from.');
  return chosen;
}

/** The tokens cover every character once, and the findings lie within the text. */
function checkTrajectory({ text, tokens, findings }: Trajectory): void {
  let at = 0;
  for (const { span } of tokens) {
    assert.ok(span.start === at && span.end > span.start, `a token from ${at} is missing`);
    at = span.end;
  }
  assert.equal(at, text.length);
  for (const { span } of findings) {
    assert.ok(span.start >= 0 && span.start <= span.end && span.end <= text.length);
  }
}

const written = ({ text, tokens, blocks, tools, steps, parts, findings, complete }: Trajectory): string =>
  JSON.stringify({ text, tokens, blocks, tools, steps, parts, findings, complete });
