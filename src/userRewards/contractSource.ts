import * as v from 'valibot';

/** How the contract of a function was recognized, or where it is set. */
export const contractSourceSchema = v.variant('kind', [
  /** By names of parameters, and by the key `content` if the function reads it. */
  v.object({ kind: v.literal('parameters'), names: v.array(v.string()), readsContent: v.boolean() }),
  /** By the annotation of its parameter. */
  v.object({ kind: v.literal('annotation'), text: v.string() }),
  /** A function with one parameter that nothing else is known of. */
  v.object({ kind: v.literal('one-parameter') }),
  /** `REWARD_TYPE` in the file, or EasyR1's `worker.reward.reward_type`. */
  v.object({ kind: v.literal('reward-type'), isInFile: v.boolean() }),
  v.object({ kind: v.literal('given') }),
]);

export type ContractSource = v.InferOutput<typeof contractSourceSchema>;
