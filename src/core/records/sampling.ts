/** Sampling parameters, under vLLM's names. They are always sent explicitly. */
export interface Sampling {
  readonly temperature: number;
  readonly top_p: number;
  readonly repetition_penalty: number;
  readonly max_tokens: number;
  readonly seed: number | null;
}

/** The values that are sent if neither a prompt nor a person sets others. */
export const DEFAULT_SAMPLING: Sampling = {
  temperature: 0.1,
  top_p: 1,
  repetition_penalty: 1.05,
  max_tokens: 2048,
  seed: null,
};

/** Sampling on one line, `temperature 0.1 · top_p 1`; empty if nothing is set. */
export function samplingLine(sampling: Partial<Sampling>): string {
  return Object.entries(sampling)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `${name} ${String(value)}`)
    .join(' · ');
}
