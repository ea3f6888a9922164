import * as v from 'valibot';

/** A conversation that a person steps through, as the inspector shows it. */
export interface StepShown {
  /** Counts the stops; a decision names the one that it is about. */
  readonly stop: number;
  /** It waits for the person, does what they decided, goes on without them, or stops after what is being done. */
  readonly phase: 'waiting' | 'working' | 'running' | 'pausing';
  /** What comes next, or what is being done: a sentence without its period. */
  readonly next: string;
  readonly kind: 'ask' | 'call' | 'tell' | 'refuse' | 'end';
  /** What was said last and can be edited; null for the prompt. */
  readonly said: { readonly by: 'model' | 'tool'; readonly text: string } | null;
  /** Why what the person wrote cannot be used, in a sentence; null if nothing is wrong. */
  readonly problem: string | null;
}

/** The most characters of a turn that a person has edited. */
const LONGEST_TURN = 1_000_000;

const stop = v.pipe(v.number(), v.integer(), v.minValue(1));

/** What a person decides in the inspector at a stop. */
export const stepMessages = [
  v.object({ type: v.literal('step'), stop, choice: v.picklist(['go-on', 'run', 'stop']) }),
  /** What was said last is this instead. */
  v.object({ type: v.literal('editStep'), stop, text: v.pipe(v.string(), v.maxLength(LONGEST_TURN)) }),
  /** Stops again before the next thing that happens. */
  v.object({ type: v.literal('pauseSteps') }),
] as const;
