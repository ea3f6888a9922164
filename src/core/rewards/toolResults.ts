import { dialectOf } from '../trajectory/dialects/registry.ts';
import type { DialectName } from '../trajectory/model.ts';

/**
 * What another tool answered, as the environment wrote it into the response (VG-Refiner's `<tool>` with boxes): the
 * content of the first block of that kind that has closed; null where the dialect has none, or the response.
 */
export function toolResultsIn(response: string, dialect: DialectName): string | null {
  const rule = dialectOf(dialect).blocks.find(
    ({ role, speaker }) => role === 'observation' && speaker === 'environment',
  );
  if (rule === undefined) return null;
  const opening = `<${rule.name}>`;
  const start = response.indexOf(opening);
  const end = start < 0 ? -1 : response.indexOf(`</${rule.name}>`, start);
  return end < 0 ? null : response.slice(start + opening.length, end);
}
