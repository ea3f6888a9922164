import { createHash } from 'node:crypto';
import path from 'node:path';
import type { DatasetItem } from '../../../core/datasets/model.ts';
import { PAPER_BUDGET } from '../../../core/geometry/pixelBudget.ts';
import type { Prompt } from '../../../core/prompts/model.ts';
import { renderPrompt } from '../../../core/prompts/promptFile.ts';
import { hashFile } from '../../../documents/hash.ts';
import { BatchFolder, imagesFolder } from '../../../evaluation/batch/batchFolder.ts';
import { exportBatch } from '../../../evaluation/batch/exportBatch.ts';
import type { BatchHead } from '../../../evaluation/batch/model.ts';
import { checkPrompt, sentPages } from '../../../evaluation/checkPrompt.ts';
import { findDataset } from '../../../evaluation/dataset/findDataset.ts';
import { OpenDocuments } from '../../../evaluation/openDocuments.ts';
import { readDatasetHead } from '../../../evaluation/readDataset.ts';
import { numberOption, wordOption } from '../../arguments/arguments.ts';
import { budgetOption, createDocumentRoom } from '../../arguments/documents.ts';
import { UsageError } from '../../arguments/usageError.ts';
import { Problems } from '../../terminal/problems.ts';
import { CLEAN, FINDINGS, UNUSABLE, type VerbContext } from '../../terminal/verb.ts';
import { readPrompt, readSampling } from '../ask/prompt.ts';
import { datasetName, usualPrompt } from '../eval/datasetHead.ts';
import { evalChoiceOption, openPageChooser, type PageChooser } from '../eval/pageChooser.ts';
import { readItemFilter } from '../eval/readItemFilter.ts';
import type { ExportArguments, ExportValues } from './exportArguments.ts';
import { progressText, sayTotals } from './exportTotals.ts';

/** Documents that stay open although no question uses them. */
const OPEN_DOCUMENTS = 8;

/**
 * Writes the requests for the questions of a data set.
 * @throws PageTraceError for wrong arguments, a prompt that cannot be used, and a folder that cannot be written
 */
export async function exportDataset(
  { values, positionals: [dataset, ...others], out, limits }: ExportArguments,
  { terminal, environment, interrupted: signal }: VerbContext,
): Promise<number> {
  if (dataset === undefined || others.length > 0)
    throw new UsageError('batch export takes one data set.', {
      hint: 'Write pagetrace batch export DATASET --model M --out FOLDER.',
    });
  const { model } = values;
  if (model === undefined)
    throw new UsageError('batch export needs --model.', {
      hint: 'Name the model as the server calls it (--served-model-name).',
    });
  const where = values.where === undefined ? null : readItemFilter(values.where);
  const choice = evalChoiceOption(values);
  const budget = budgetOption(values);
  const images = imagesOption(values, out);
  const { file, folder } = await findDataset(dataset);
  const named = await readDatasetHead(dataset, signal);
  const prompt = await readPrompt(values.prompt ?? usualPrompt(named, folder), terminal, signal);
  if (prompt.protocol !== null)
    terminal.say(
      `${prompt.name} begins a conversation (${prompt.protocol}); a batch has its first turn alone.`,
    );
  const asksFor = (item: DatasetItem): boolean => where?.matches(item) !== false;
  const limit = numberOption('limit', values.limit, { least: 1, most: 1e9, whole: true }, null);
  const pages = sentPages(false, choice !== null);
  await checkPrompt(prompt, { dataset, limit, where: asksFor, pages, renderPrompt, signal });
  const sampling = readSampling(values, prompt);
  const pixels = budget(prompt.pixels ?? PAPER_BUDGET);
  const documents = createDocumentRoom(terminal);
  let pageChooser: PageChooser | null = null;
  let batch: BatchFolder | null = null;
  try {
    if (choice !== null) pageChooser = await openPageChooser(choice, values, environment, terminal, signal);
    const head: BatchHead = {
      dataset: { path: path.resolve(file), sha256: await hashFile(file, { signal }) },
      settings: {
        dataset: datasetName(named, dataset),
        prompt: promptSettings(prompt),
        model,
        sampling,
        pixels,
        pages: pageChooser?.settings ?? 'given',
      },
      dialect: prompt.dialect,
      reward: prompt.reward,
      pass: named.pass,
      samples: numberOption('samples', values.samples, { least: 1, most: 1024, whole: true }, 1),
      limit,
      where: values.where ?? null,
      ...images,
    };
    batch = await BatchFolder.open(out, head, signal);
    const problems = new Problems(terminal);
    const outcome = await exportBatch({
      dataset,
      datasetFolder: folder,
      batch,
      question: { prompt, model, sampling, pixels },
      where: asksFor,
      ...(pageChooser === null ? {} : { choosePages: pageChooser.choose }),
      limits,
      documents: new OpenDocuments(documents, OPEN_DOCUMENTS),
      renderPrompt,
      now: () => performance.now(),
      signal,
      onProblem: ({ line, severity, message }) => {
        if (severity !== 'information') problems.add({ file, line, bytes: null, sample: null }, message);
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
    await batch?.close();
    await Promise.all([documents.dispose(), pageChooser?.close()]);
  }
}

const promptSettings = ({ name, template }: Prompt): BatchHead['settings']['prompt'] => ({
  name,
  sha256: createHash('sha256').update(template).digest('hex'),
});

function imagesOption(values: ExportValues, out: string): Pick<BatchHead, 'images' | 'imageRoot'> {
  const images = wordOption('images', values.images, ['data', 'files'], 'data');
  const root = values['image-root'];
  if (images === 'files') return { images, imageRoot: root ?? path.resolve(imagesFolder(out)) };
  if (root === undefined) return { images, imageRoot: null };
  throw new UsageError('--image-root is given without --images files.', {
    hint: 'Write the page images with --images files, or leave --image-root out.',
  });
}
