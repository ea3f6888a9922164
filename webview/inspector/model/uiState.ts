import * as v from 'valibot';
import { TRAINERS } from '../../../src/core/rewards/trainers.ts';

const TABS = ['steps', 'reward', 'checks', 'claims', 'text', 'pages', 'request', 'samples'] as const;
export type TabName = (typeof TABS)[number];

const offset = v.pipe(v.number(), v.integer(), v.minValue(0));

/** The view state of the inspector that is kept while it is hidden, without its content. */
const uiState = v.object({
  /** The key of the trajectory that was shown, by which the extension finds it again. */
  key: v.string(),
  tab: v.picklist(TABS),
  sample: offset,
  /** The trainer whose reward inputs are used; null for everything in the record. */
  trainer: v.optional(v.nullable(v.picklist(TRAINERS)), null),
  selection: v.nullable(v.object({ start: offset, end: offset })),
  scroll: v.record(v.string(), v.pipe(v.number(), v.minValue(0))),
});
export type UiState = v.InferOutput<typeof uiState>;

export const FRESH_UI: UiState = {
  key: '',
  tab: 'steps',
  sample: 0,
  trainer: null,
  selection: null,
  scroll: {},
};

/** Whether the kept state of a page shows the probabilities of tokens, of whatever trajectory. */
export function readProbabilitiesShown(kept: unknown): boolean {
  const read = v.safeParse(v.object({ probabilitiesShown: v.boolean() }), kept);
  return read.success && read.output.probabilitiesShown;
}

/** Whether the kept state of a page shows the advantages of the parts of the reward. */
export function readAdvantagesShown(kept: unknown): boolean {
  const read = v.safeParse(v.object({ advantagesShown: v.boolean() }), kept);
  return read.success && read.output.advantagesShown;
}

/** The kept state, or a fresh one if none can be read. */
export function readUiState(kept: unknown): UiState {
  const read = v.safeParse(uiState, kept);
  return read.success ? read.output : FRESH_UI;
}
