import * as v from 'valibot';
import { plainIssue } from '../../../core/plainIssue.ts';
import { PROFILE_NAMES } from '../../../core/rewards/names.ts';
import { TRAINERS } from '../../../core/rewards/trainers.ts';
import { DIALECT_NAMES } from '../../../core/trajectory/dialects/names.ts';
import { PageTraceError } from '../../../core/errors.ts';

const text = (description: string) => v.pipe(v.string(), v.nonEmpty(), v.description(description));
const texts = (description: string) =>
  v.pipe(v.array(v.pipe(v.string(), v.nonEmpty())), v.minLength(1), v.description(description));
const number = (least: number, most: number, description: string) =>
  v.pipe(v.number(), v.minValue(least), v.maxValue(most), v.description(description));
const whole = (least: number, most: number, description: string) =>
  v.pipe(v.number(), v.integer(), v.minValue(least), v.maxValue(most), v.description(description));
const flag = (description: string) => v.pipe(v.boolean(), v.description(description));

const files = texts(
  'Trajectory files (.trajectory), files of records (.jsonl, .json, .parquet) or folders with them, in the workspace.',
);
const documents = v.optional(
  texts('The PDFs or folders of page images, in their order, if the files do not name them.'),
);
const pages = v.optional(
  text('The pages that were sent as images, such as "1-3,7", if the files do not say it.'),
);
const ocr = v.optional(flag('Recognizes the English text of pages that have none.'));
const out = v.optional(
  text('Writes all results to this new .jsonl file in the workspace. Without it, nothing is written.'),
);
const judge = v.optional(
  v.pipe(
    v.picklist(['right', 'wrong', 'unknown']),
    v.description('The verdict of every sample, instead of those in the records.'),
  ),
);
const profile = v.optional(
  text(
    `A reward profile: ${PROFILE_NAMES.join(', ')}, or the .json file of a composite. By default, the one that the files name or suggest.`,
  ),
);

/** The arguments of each tool. Their names are those of the options of the command with underscores. */
export const TOOL_ARGUMENTS = {
  ask: v.strictObject({
    question: text('The question.'),
    documents: texts('PDFs, page images, or folders of them, in the workspace.'),
    pages: v.optional(
      text(
        'Pages of each document, such as "1-3,7" or "all", or "auto:3" for the three that fit the question. By default, the first 10.',
      ),
    ),
    prompt: v.optional(text('A preset prompt, such as lang2act, or a .jinja file in the workspace.')),
    model: v.optional(text('A model of the server. By default, its first one.')),
    reference: v.optional(text('The reference answer, if it is known.')),
    samples: v.optional(whole(1, 16, 'The number of answers.')),
    max_tokens: v.optional(whole(1, 1_000_000, 'The longest answer, in tokens.')),
    temperature: v.optional(number(0, 2, 'The temperature of sampling.')),
    seed: v.optional(whole(0, Number.MAX_SAFE_INTEGER, 'The seed of sampling.')),
    out: v.optional(
      text(
        'Writes the answer to this new .trajectory file in the workspace. Without it, nothing is written.',
      ),
    ),
  }),
  ground: v.strictObject({
    files,
    documents,
    pages,
    ocr,
    dialect: v.optional(
      v.pipe(v.picklist(DIALECT_NAMES), v.description('The dialect, if it is not recognized.')),
    ),
    out,
  }),
  score: v.strictObject({
    files,
    profile,
    judge,
    references: v.optional(text('A file of reference answers, found by id.')),
    explain: v.optional(flag('Adds the components, and the deductions with their reasons.')),
    documents,
    pages,
    ocr,
    out,
  }),
  lint: v.strictObject({
    prompts: texts(
      'Prompt files (.jinja), preset names, Python files, or folders with them, in the workspace.',
    ),
    reward: v.optional(text('The reward profile that will score the responses, or none.')),
    as_trainer: v.optional(
      v.pipe(v.picklist([...TRAINERS, 'none']), v.description('The trainer that will render the prompt.')),
    ),
    num_images: v.optional(
      v.pipe(
        v.array(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1000))),
        v.minLength(1),
        v.description('The numbers of images that the prompt is tried with.'),
      ),
    ),
  }),
  stats: v.strictObject({
    files,
    profile,
    judge,
    by: v.optional(v.pipe(v.literal('step'), v.description('Adds a row for each training step.'))),
    filter: v.optional(
      text('Online filtering keeps groups whose mean is between two numbers, such as "0.1,0.9".'),
    ),
  }),
} as const;

export type ToolName = keyof typeof TOOL_ARGUMENTS;

/** The arguments of a tool, checked. */
export type ToolArguments<N extends ToolName> = v.InferOutput<(typeof TOOL_ARGUMENTS)[N]>;

/**
 * The arguments of a tool.
 * @throws PageTraceError `bad-input` naming the first that is wrong
 */
export function readToolArguments<N extends ToolName>(name: N, given: unknown): ToolArguments<N> {
  const schema: v.GenericSchema<unknown, ToolArguments<N>> = TOOL_ARGUMENTS[name];
  const read = v.safeParse(schema, given ?? {}, { message: plainIssue });
  if (read.success) return read.output;
  const [issue] = read.issues;
  const place = issue.path?.map(({ key }) => String(key)).join('.') ?? '';
  const known = Object.keys(TOOL_ARGUMENTS[name].entries).join(', ');
  // A key that the schema does not have is expected never to be there.
  if (issue.expected === 'never')
    throw new PageTraceError('bad-input', `The tool ${name} has no argument "${place}".`, {
      hint: `Its arguments are ${known}.`,
    });
  if (issue.input === undefined)
    throw new PageTraceError('bad-input', `The tool ${name} needs the argument "${place}".`);
  const of = place === '' ? 'The arguments are' : `The argument "${place}" is`;
  throw new PageTraceError('bad-input', `${of} wrong: ${issue.message}.`);
}
