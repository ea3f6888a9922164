import { detectDialect } from './detect.ts';
import { DIALECT_NAMES } from './dialects/names.ts';
import { dialectOf } from './dialects/registry.ts';
import type { DialectName } from './model.ts';

/**
 * The block that the environment writes a tool's answer into, by dialect; dialects without such a block are left out.
 */
const RESULT_BLOCKS: ReadonlyMap<DialectName, string> = new Map(
  DIALECT_NAMES.flatMap((dialect) => {
    const { blocks } = dialectOf(dialect);
    const rule = blocks.find(({ role, speaker }) => role === 'observation' && speaker === 'environment');
    // The results of a search are no tool's answer.
    const hasCalls = blocks.some(({ role }) => role === 'call');
    return rule === undefined || !hasCalls ? [] : [[dialect, rule.name] as const];
  }),
);

/**
 * The answer of another tool, as the environment wrote it into the response (VG-Refiner's `<tool>` with boxes): the
 * content of the first closed block of that kind; null if the dialect or the response has none.
 * @param dialect null to recognize it from the response
 */
export function toolResultsIn(response: string, dialect: DialectName | null): string | null {
  if (dialect !== null) return firstContent(response, RESULT_BLOCKS.get(dialect));
  // Recognizing a dialect takes as long as scoring, and most responses have no such block in any dialect.
  const isPossible = [...RESULT_BLOCKS.values()].some((name) => firstContent(response, name) !== null);
  return isPossible ? firstContent(response, RESULT_BLOCKS.get(detectDialect(response).dialect)) : null;
}

function firstContent(response: string, name: string | undefined): string | null {
  if (name === undefined) return null;
  const opening = `<${name}>`;
  const start = response.indexOf(opening);
  const end = start < 0 ? -1 : response.indexOf(`</${name}>`, start);
  return end < 0 ? null : response.slice(start + opening.length, end);
}
