import type { Place } from '../../runs/reading/inputs.ts';

/** The place of a sample, as every JSON row has it. */
export function placeJson({ file, line, sample }: Place): Record<string, unknown> {
  return { file, ...(line === null ? {} : { line }), ...(sample === null ? {} : { sample }) };
}

/** A number as JSON can represent it: NaN and infinities as texts, under Python's names. */
export function numberJson(value: number): number | string {
  return Number.isFinite(value) ? value : Number.isNaN(value) ? 'NaN' : value > 0 ? 'Infinity' : '-Infinity';
}
