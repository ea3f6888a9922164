import { createHash } from 'node:crypto';
import path from 'node:path';
import { modelToAsk } from '../../../inference/modelToAsk.ts';
import { renderPrompt } from '../../../core/prompts/promptFile.ts';
import { PageTraceError } from '../../../core/errors.ts';
import { PAPER_BUDGET } from '../../../core/geometry/pixelBudget.ts';
import { Admission } from '../../../evaluation/admission.ts';
import { evaluate } from '../../../evaluation/evaluate.ts';
import { OpenDocuments } from '../../../evaluation/openDocuments.ts';
import { readDatasetHead } from '../../../evaluation/readDataset.ts';
import { RunFile } from '../../../evaluation/runFile.ts';
import { OFFLINE_BUDGET } from '../../../offline/model.ts';
import { numberOption, readArguments, refuseWithout, reportIdle } from '../../arguments/arguments.ts';
import { budgetOption, createDocumentRoom } from '../../arguments/documents.ts';
import { loadProfile } from '../../arguments/profileOption.ts';
import { UsageError } from '../../arguments/usageError.ts';
import { EVAL_USAGE } from '../../arguments/verbUsage.ts';
import { Problems } from '../../terminal/problems.ts';
import { CLEAN, FINDINGS, UNUSABLE, type VerbContext } from '../../terminal/verb.ts';
import { readPrompt, readSampling } from '../ask/prompt.ts';
import { openServer } from '../ask/server.ts';
import { progressText } from './progressText.ts';

const options = {
  prompt: { type: 'string' },
  server: { type: 'string' },
  model: { type: 'string' },
  'api-key-file': { type: 'string' },
  samples: { type: 'string' },
  concurrency: { type: 'string' },
  limit: { type: 'string' },
  where: { type: 'string' },
  temperature: { type: 'string' },
  'top-p': { type: 'string' },
  'repetition-penalty': { type: 'string' },
  'max-tokens': { type: 'string' },
  seed: { type: 'string' },
  'min-pixels': { type: 'string' },
  'max-pixels': { type: 'string' },
  out: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const;

/** Sampling options that only a server uses. */
const SAMPLING_OPTIONS = ['temperature', 'top-p', 'repetition-penalty', 'seed'] as const;

/** Requests in flight at the beginning, before the server has said how long its queue is. */
const FIRST_IN_FLIGHT = 8;

/** The most requests in flight where nobody says it: by the server, which reports its queue, or does not. */
const MOST_IN_FLIGHT = { queue: 1024, plain: 16, offline: 2 } as const;

/** Documents that stay open although no question uses them. */
const OPEN_DOCUMENTS = 8;

/**
 * `pagetrace eval`: has the questions of a data set answered, and appends each sample to a run.
 * @throws PageTraceError for wrong arguments, a server or a prompt that cannot be used, and a run that cannot be written
 */
export async function evalDataset(args: readonly string[], context: VerbContext): Promise<number> {
  const { values, positionals } = readArguments(args, options);
  const { terminal, environment, interrupted: signal } = context;
  if (values.help === true) {
    terminal.out(EVAL_USAGE);
    return CLEAN;
  }
  const [dataset, ...others] = positionals;
  if (dataset === undefined || others.length > 0)
    throw new UsageError('eval takes one data set.', {
      hint: 'Write pagetrace eval DATASET --out RUN.jsonl.',
    });
  if (values.out === undefined)
    throw new UsageError('eval needs --out.', { hint: 'Name the file of the run: --out RUN.jsonl.' });
  refuseWithout(values, 'server', ['model', 'api-key-file'], {
    hint: 'Name the server',
    why: ': the offline reader has no use for it',
  });
  const samples = numberOption('samples', values.samples, { least: 1, most: 1024, whole: true }, 1);
  const limit = numberOption('limit', values.limit, { least: 1, most: 1e9, whole: true }, null);
  const most = numberOption('concurrency', values.concurrency, { least: 1, most: 4096, whole: true }, null);
  const budget = budgetOption(values);
  const head = await readDatasetHead(dataset, signal);
  const prompt = await readPrompt(values.prompt ?? head.prompt ?? 'lang2act', terminal, signal);
  const sampling = readSampling(values, prompt);
  const profile = prompt.reward === null ? null : await loadProfile(prompt.reward);
  if (values.server === undefined) reportIdle(values, 'the offline reader', SAMPLING_OPTIONS, terminal);
  const documents = createDocumentRoom(terminal);
  const server = await openServer(values, environment, terminal, signal);
  let run: RunFile | null = null;
  try {
    const { status } = server;
    const isOffline = status.kind === 'offline-reader';
    const model = modelToAsk(status, values.model);
    const pixels = budget(isOffline ? OFFLINE_BUDGET : (prompt.pixels ?? PAPER_BUDGET));
    const settings = {
      prompt: { name: prompt.name, sha256: createHash('sha256').update(prompt.template).digest('hex') },
      model,
      sampling: isOffline ? {} : sampling,
      pixels,
      pages: 'given',
    };
    run = await RunFile.open(values.out, settings, signal);
    const { queue, plain, offline } = MOST_IN_FLIGHT;
    const usual = isOffline ? offline : status.kind === 'vllm' ? queue : plain;
    const problems = new Problems(terminal);
    const outcome = await evaluate({
      dataset,
      folder: path.dirname(path.resolve(dataset)),
      run,
      settings,
      question: { prompt, status, model, sampling, pixels },
      samples,
      limit,
      profile,
      admission: new Admission({
        most: most ?? usual,
        first: Math.min(most ?? usual, most ?? FIRST_IN_FLIGHT),
      }),
      documents: new OpenDocuments(documents, OPEN_DOCUMENTS),
      renderPrompt,
      inference: server.deps,
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
    terminal.say(`${outcome.ended.toLocaleString('en')} samples are in ${values.out}.`);
    if (outcome.failed > 0) {
      terminal.say(
        `${outcome.failed.toLocaleString('en')} failed. Run the same command again to ask for them again.`,
      );
      return FINDINGS;
    }
    return outcome.unusable > 0 ? UNUSABLE : CLEAN;
  } catch (error) {
    if (error instanceof PageTraceError && error.reason === 'cancelled' && run !== null)
      terminal.say(`What has ended is in ${run.file}. Run the same command again to go on.`);
    throw error;
  } finally {
    await run?.close();
    await server.close();
    await documents.dispose();
  }
}
