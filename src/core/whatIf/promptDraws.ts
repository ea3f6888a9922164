import { drawsToFill } from './negativeBinomial.ts';

/** The share of cases in which the number of prompts is within the interval. */
const COVERED = 0.95;

/** How many prompts are drawn until a batch is full, if each is kept with the same probability. */
export interface PromptDraws {
  /** The prompts of a full batch. */
  readonly batch: number;
  /** The mean number of prompts; null if none is ever kept, so that no batch is full. */
  readonly expected: number | null;
  /** In 95% of cases, at least and at most so many are drawn; null if none is ever kept. */
  readonly least: number | null;
  readonly most: number | null;
}

/** How many prompts DAPO's dynamic sampling draws until `batch` of them are kept, of `groups` of which `kept` were. */
export function promptDraws(batch: number, kept: number, groups: number): PromptDraws {
  if (kept === 0 || groups === 0) return { batch, expected: null, least: null, most: null };
  const rate = kept / groups;
  return {
    batch,
    expected: (batch * groups) / kept,
    least: drawsToFill(batch, rate, (1 - COVERED) / 2),
    most: drawsToFill(batch, rate, (1 + COVERED) / 2),
  };
}
