import { t } from '@vscode/l10n';
import * as v from 'valibot';
import { pixelsSchema, samplingSchema } from '../../core/records/schemas.ts';

const text = v.pipe(v.string(), v.minLength(1));
const count = (most: number) => v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(most));
const concurrency = count(4096);

/** What stands for the pages, pixels or sampling that are used if a sweep says nothing. */
export const USUAL = 'usual';
export const GIVEN = 'given';
export const OFFLINE = 'offline';

/** A key that may be left out. */
const withDescription = <Schema extends v.GenericSchema>(schema: Schema, description: string) =>
  v.exactOptional(v.pipe(schema, v.description(description)));

const server = v.union(
  [
    text,
    v.strictObject({
      url: v.pipe(text, v.description('The address of the server.')),
      name: withDescription(text, 'What tables call it.'),
      model: withDescription(text, 'The model that is asked on this server.'),
      api_key_file: withDescription(text, "A file that contains the server's API key."),
      concurrency: withDescription(concurrency, 'The most requests in flight.'),
    }),
  ],
  () => t('it must be the address of a server, offline, or keys with values that have a url'),
);

const pages = v.pipe(
  v.string(),
  v.regex(/^(?:given|(?:auto|oracle):[1-9]\d*)$/, () => t('it must be given, auto:N or oracle:N')),
);

const pixels = v.union([v.literal(USUAL), v.strictObject(pixelsSchema.pipe[0].entries)], () =>
  t('it must be usual, or min_pixels and max_pixels'),
);

const sampling = v.union([v.literal(USUAL), v.strictObject(samplingSchema.entries)], () =>
  t('it must be usual, or sampling parameters such as temperature'),
);

/** The values of a dimension. */
const listOf = <Schema extends v.GenericSchema>(schema: Schema) => v.pipe(v.array(schema), v.minLength(1));

const pattern = v.strictObject({
  prompt: v.exactOptional(text),
  server: v.exactOptional(text),
  model: v.exactOptional(text),
  pixels: v.exactOptional(pixels),
  pages: v.exactOptional(pages),
  sampling: v.exactOptional(sampling),
});

/** The content of a sweep's file. media/schemas/sweep.schema.json is generated from this. */
export const sweepSchema = v.strictObject({
  dataset: v.pipe(text, v.description('The data set: its file, or the folder of its documents.')),
  prompts: withDescription(
    listOf(text),
    'Presets by name, or prompt files. Without it, the prompt of the data set.',
  ),
  servers: withDescription(
    listOf(server),
    'Addresses of servers, or offline for the offline reader, which answers without it. Servers are asked at the same time.',
  ),
  models: withDescription(
    listOf(text),
    'Models, each of which is asked on every server that names none of its own.',
  ),
  pixels: withDescription(listOf(pixels), 'Pixel budgets of the page images; usual for that of the prompt.'),
  pages: withDescription(
    listOf(pages),
    'How pages are chosen: given (as the data set has them), auto:N or oracle:N.',
  ),
  sampling: withDescription(listOf(sampling), 'Sampling parameters; usual for those of the prompt.'),
  samples: withDescription(count(1024), 'Samples of each question (default: 1).'),
  limit: withDescription(count(1e9), 'The first questions only.'),
  where: withDescription(text, 'A filter of the questions.'),
  concurrency: withDescription(concurrency, 'The most requests in flight.'),
  reward: withDescription(text, 'The reward by which all cells are scored, instead of that of each prompt.'),
  metrics: withDescription(listOf(text), 'The metrics of the matrix, such as reward and f1.'),
  baseline: withDescription(pattern, 'The cell that the others are compared with (default: the first).'),
  exclude: withDescription(v.array(pattern), 'Cells that are left out: all that have what an entry says.'),
  out: withDescription(text, 'The folder of the runs (default: named as this file, with .runs).'),
});
