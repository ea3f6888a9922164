import type { Place } from '../../runs/reading/inputs.ts';

/** Where a sample stands, as every JSON row says it. */
export function placeJson({ file, line, sample }: Place): Record<string, unknown> {
  return { file, ...(line === null ? {} : { line }), ...(sample === null ? {} : { sample }) };
}

/** A number as JSON can hold it: those that are no finite numbers as Python names them. */
export function numberJson(value: number): number | string {
  return Number.isFinite(value) ? value : Number.isNaN(value) ? 'NaN' : value > 0 ? 'Infinity' : '-Infinity';
}
