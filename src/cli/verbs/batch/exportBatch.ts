import { createHash } from 'node:crypto';
import path from 'node:path';
import { hashFile } from '../../../documents/hash.ts';
import { renderPrompt } from '../../../core/prompts/promptFile.ts';
import { PAPER_BUDGET } from '../../../core/geometry/pixelBudget.ts';
import { BatchFolder, imagesFolder, readBatch } from '../../../evaluation/batch/batchFolder.ts';
import { exportAgain } from '../../../evaluation/batch/exportAgain.ts';
import { exportBatch, totalsOf, type ExportProgress } from '../../../evaluation/batch/exportBatch.ts';
import type { BatchHead } from '../../../evaluation/batch/model.ts';
import type { ShardLimits } from '../../../evaluation/batch/shardWriter.ts';
import { readKnownRun } from '../../../evaluation/knownSamples.ts';
import { OpenDocuments } from '../../../evaluation/openDocuments.ts';
import { readDatasetHead } from '../../../evaluation/readDataset.ts';
import { numberOption, readArguments, refuseWithout, wordOption } from '../../arguments/arguments.ts';
import { BATCH_USAGE } from '../../arguments/batchUsage.ts';
import { budgetOption, createDocumentRoom } from '../../arguments/documents.ts';
import { UsageError } from '../../arguments/usageError.ts';
import { Problems } from '../../terminal/problems.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { CLEAN, FINDINGS, UNUSABLE, type VerbContext } from '../../terminal/verb.ts';
import { readPrompt, readSampling } from '../ask/prompt.ts';
import { counted } from './counted.ts';

const options = {
  prompt: { type: 'string' },
  model: { type: 'string' },
  samples: { type: 'string' },
  limit: { type: 'string' },
  temperature: { type: 'string' },
  'top-p': { type: 'string' },
  'repetition-penalty': { type: 'string' },
  'max-tokens': { type: 'string' },
  seed: { type: 'string' },
  'min-pixels': { type: 'string' },
  'max-pixels': { type: 'string' },
  images: { type: 'string' },
  'image-root': { type: 'string' },
  'shard-size': { type: 'string' },
  'shard-bytes': { type: 'string' },
  failed: { type: 'string' },
  run: { type: 'string' },
  out: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const;

/** Options that have no effect where requests are written again as they were. */
const MADE_BEFORE = [
  'prompt',
  'model',
  'samples',
  'limit',
  'temperature',
  'top-p',
  'repetition-penalty',
  'max-tokens',
  'seed',
  'min-pixels',
  'max-pixels',
  'images',
  'image-root',
] as const;

/** Documents that stay open although no question uses them. */
const OPEN_DOCUMENTS = 8;

type Values = ReturnType<typeof readArguments<typeof options>>['values'];

/**
 * `pagetrace batch export`: writes the requests for the questions of a data set.
 * @throws PageTraceError for wrong arguments, a prompt that cannot be used, and a folder that cannot be written
 */
export async function batchExport(args: readonly string[], context: VerbContext): Promise<number> {
  const { values, positionals } = readArguments(args, options);
  if (values.help === true) {
    context.terminal.out(BATCH_USAGE);
    return CLEAN;
  }
  if (values.out === undefined)
    throw new UsageError('batch export needs --out.', {
      hint: 'Name the folder of the batch: --out FOLDER.',
    });
  refuseWithout(values, 'failed', ['run'], { hint: 'Name the batch' });
  const limits = {
    questions: numberOption('shard-size', values['shard-size'], { least: 1, most: 1e7, whole: true }, 10_000),
    bytes: numberOption(
      'shard-bytes',
      values['shard-bytes'],
      { least: 1, most: 1e12, whole: true },
      100_000_000,
    ),
  };
  return values.failed === undefined
    ? exportDataset(positionals, values, values.out, limits, context)
    : exportFailed(values.failed, positionals, values, values.out, limits, context);
}

async function exportDataset(
  [dataset, ...others]: readonly string[],
  values: Values,
  out: string,
  limits: ShardLimits,
  { terminal, interrupted: signal }: VerbContext,
): Promise<number> {
  const usage = 'Write pagetrace batch export DATASET --model M --out FOLDER.';
  if (dataset === undefined || others.length > 0)
    throw new UsageError('batch export takes one data set.', { hint: usage });
  if (values.model === undefined)
    throw new UsageError('batch export needs --model.', {
      hint: 'Name the model as the server calls it (--served-model-name).',
    });
  const images = wordOption('images', values.images, ['data', 'files'], 'data');
  if (images === 'data' && values['image-root'] !== undefined)
    throw new UsageError('--image-root is given without --images files.', {
      hint: 'Write the page images with --images files, or leave --image-root out.',
    });
  const budget = budgetOption(values);
  const name = values.prompt ?? (await readDatasetHead(dataset, signal)).prompt ?? 'lang2act';
  const prompt = await readPrompt(name, terminal, signal);
  const sampling = readSampling(values, prompt);
  const pixels = budget(prompt.pixels ?? PAPER_BUDGET);
  const head: BatchHead = {
    dataset: { path: path.resolve(dataset), sha256: await hashFile(dataset, { signal }) },
    settings: {
      prompt: { name: prompt.name, sha256: createHash('sha256').update(prompt.template).digest('hex') },
      model: values.model,
      sampling,
      pixels,
      pages: 'given',
    },
    dialect: prompt.dialect,
    reward: prompt.reward,
    samples: numberOption('samples', values.samples, { least: 1, most: 1024, whole: true }, 1),
    limit: numberOption('limit', values.limit, { least: 1, most: 1e9, whole: true }, null),
    images,
    imageRoot: images === 'data' ? null : (values['image-root'] ?? path.resolve(imagesFolder(out))),
  };
  const batch = await BatchFolder.open(out, head, signal);
  const documents = createDocumentRoom(terminal);
  try {
    const problems = new Problems(terminal);
    const outcome = await exportBatch({
      dataset,
      datasetFolder: path.dirname(path.resolve(dataset)),
      batch,
      question: { prompt, model: values.model, sampling, pixels },
      limits,
      documents: new OpenDocuments(documents, OPEN_DOCUMENTS),
      renderPrompt,
      now: () => performance.now(),
      signal,
      onProblem: ({ line, severity, message }) => {
        if (severity !== 'information')
          problems.add({ file: dataset, line, bytes: null, sample: null }, message);
      },
      onProgress: (progress) => {
        terminal.count(progressText(progress));
      },
    });
    problems.end();
    sayTotals(batch, outcome, terminal);
    if (outcome.unusable > 0) return UNUSABLE;
    return outcome.leftOut > 0 ? FINDINGS : CLEAN;
  } finally {
    await batch.close();
    await documents.dispose();
  }
}

async function exportFailed(
  from: string,
  positionals: readonly string[],
  values: Values,
  out: string,
  limits: ShardLimits,
  { terminal, interrupted: signal }: VerbContext,
): Promise<number> {
  const idle = MADE_BEFORE.find((each) => values[each] !== undefined);
  if (positionals.length > 0 || idle !== undefined)
    throw new UsageError(
      `--failed writes requests again as they were, so it takes no ${idle === undefined ? 'data set' : `--${idle}`}.`,
      { hint: 'Write pagetrace batch export --failed FOLDER --run RUN.jsonl --out FOLDER.' },
    );
  if (values.run === undefined)
    throw new UsageError('--failed needs --run.', {
      hint: 'Name the run that batch import wrote: --run RUN.jsonl.',
    });
  const manifest = await readBatch(from, signal);
  const { samples } = await readKnownRun(values.run, manifest.head.settings, signal);
  if (path.resolve(from) === path.resolve(out))
    throw new UsageError('--out is the folder of the batch itself.', { hint: 'Name another folder.' });
  const batch = await BatchFolder.open(out, manifest.head, signal);
  try {
    await exportAgain({
      from,
      manifest,
      samples,
      batch,
      limits,
      signal,
      onProgress: (progress) => {
        terminal.count(progressText(progress));
      },
    });
    sayTotals(batch, totalsOf(batch), terminal);
    return CLEAN;
  } finally {
    await batch.close();
  }
}

function sayTotals(
  { folder, isComplete }: BatchFolder,
  { requests, shards, leftOut }: ReturnType<typeof totalsOf>,
  terminal: Terminal,
): void {
  const counts = `${counted(requests, 'request')} in ${counted(shards, 'shard')}`;
  terminal.say(isComplete ? `${folder} is complete already: ${counts}.` : `${folder} has ${counts}.`);
  if (leftOut > 0)
    terminal.say(`${counted(leftOut, 'question')} could not be prepared; batch import says why.`);
}

const progressText = ({ requests, shards }: ExportProgress): string =>
  `${counted(requests, 'request')}, ${counted(shards, 'shard')} complete`;
