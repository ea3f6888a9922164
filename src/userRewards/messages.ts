import * as v from 'valibot';
import { contractSourceSchema } from './contractSource.ts';
import { CONTRACTS } from './model.ts';

const texts = v.array(v.string());
const line = v.nullable(v.number());

/** An exception as the runner reports it. */
const exception = { exception: v.string(), traceback: v.string(), line };

/** Why a file cannot be used, or an input has no score. */
const faultSchema = v.variant('kind', [
  v.object({ kind: v.literal('file-missing') }),
  v.object({ kind: v.literal('not-python') }),
  v.object({ kind: v.literal('function-missing'), functions: texts }),
  v.object({ kind: v.literal('contract-unknown'), parameters: v.string() }),
  v.object({
    kind: v.literal('arguments'),
    contract: v.picklist(CONTRACTS),
    parameters: v.string(),
    /** The names of the parameters. */
    names: texts,
    said: v.string(),
  }),
  v.object({ kind: v.literal('raised'), ...exception }),
  v.object({ kind: v.literal('relative-import'), ...exception }),
  /** A coroutine function, which the trainer does not await. */
  v.object({ kind: v.literal('async'), contract: v.picklist(CONTRACTS) }),
  v.object({
    kind: v.literal('module-missing'),
    modules: texts,
    /** The folders of the person that hold some of the modules, by module. */
    found: v.record(v.string(), v.string()),
    /** Modules that are missing in a package that is there. */
    parts: texts,
    ...exception,
  }),
  /** A command that installs packages, which failed. */
  v.object({ kind: v.literal('installs'), packages: texts, ...exception }),
  v.object({ kind: v.literal('variable-missing'), variables: texts, ...exception }),
  v.object({ kind: v.literal('count'), expected: v.number(), returned: v.number() }),
  v.object({ kind: v.literal('shape'), returned: v.string(), value: v.string() }),
  v.object({ kind: v.literal('no-overall'), key: v.string(), keys: texts }),
  v.object({ kind: v.literal('overall-type'), key: v.string(), returned: v.string() }),
]);

export type Fault = v.InferOutput<typeof faultSchema>;

/** What a person should know about how the trainer calls a function. */
const noteSchema = v.variant('kind', [
  /** Keys that the function reads from its inputs and that EasyR1 does not pass. */
  v.object({ kind: v.literal('not-passed'), names: texts }),
  /** A coroutine function, which only verl's reward loop awaits. */
  v.object({ kind: v.literal('awaited-by-loop') }),
  /** A function that verl could not call as its custom reward function. */
  v.object({ kind: v.literal('grader') }),
  /** Columns of TRL that are given the ground truth if the records do not have them. */
  v.object({ kind: v.literal('reference-columns'), names: texts }),
  /** The function reads TRL's token ids, of which only the number is known. */
  v.object({ kind: v.literal('no-tokens') }),
  /** Modules that only the folder of the file has. */
  v.object({ kind: v.literal('beside'), names: texts }),
  /** EasyR1's `worker.reward.reward_type` is not the `REWARD_TYPE` in the file. */
  v.object({ kind: v.literal('reward-types-differ'), configured: v.string(), inFile: v.string() }),
]);

export type Note = v.InferOutput<typeof noteSchema>;

const number = v.union([v.number(), v.nan(), v.boolean()]);
const value = v.nullable(v.union([v.number(), v.nan(), v.string(), v.boolean()]));

/** A message from the runner. */
const replySchema = v.variant('type', [
  v.object({ type: v.literal('too-old'), version: v.string() }),
  v.object({
    type: v.literal('hello'),
    python: v.nullable(v.string()),
    version: v.string(),
    /** Whether a supervisor ends everything that the reward started. */
    supervised: v.boolean(),
  }),
  v.object({
    type: v.literal('loaded'),
    contract: v.picklist(CONTRACTS),
    contractSource: contractSourceSchema,
    notes: v.array(noteSchema),
    files: texts,
  }),
  v.object({ type: v.literal('unusable'), error: faultSchema }),
  v.object({
    type: v.literal('result'),
    /** The index of the input that it is about, from 0; null for all of them. */
    index: v.nullable(v.number()),
    error: v.optional(faultSchema),
    /** Null if a function of TRL does not apply to the input. */
    overall: v.optional(v.nullable(v.pipe(number, v.transform(Number)))),
    fields: v.optional(v.record(v.string(), value)),
  }),
  /** A batch has failed, and its inputs are scored one by one; `said` is the exception, if there was one. */
  v.object({ type: v.literal('split'), said: v.nullable(v.string()) }),
  v.object({ type: v.literal('done'), files: texts }),
  v.object({ type: v.literal('where'), stack: v.string(), line }),
]);

export type Reply = v.InferOutput<typeof replySchema>;

/** Numbers that JSON cannot represent, as both sides write them: `{"$float": "NaN"}`. */
const FLOATS: ReadonlyMap<unknown, number> = new Map([
  ['NaN', NaN],
  ['Infinity', Infinity],
  ['-Infinity', -Infinity],
]);

/** Reads a line from the runner. Throws if it is not a message. */
export function readReply(line: string): Reply {
  const read: unknown = JSON.parse(line, (_key, each: unknown) => {
    if (typeof each !== 'object' || each === null || !('$float' in each)) return each;
    return FLOATS.get(each.$float) ?? each;
  });
  return v.parse(replySchema, read);
}

/** Writes a message to the runner as one line. */
export function writeMessage(message: Readonly<Record<string, unknown>>): string {
  const line = JSON.stringify(message, (_key, each: unknown) =>
    typeof each === 'number' && !Number.isFinite(each) ? { $float: String(each) } : each,
  );
  return `${line}\n`;
}
