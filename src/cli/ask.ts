import fs from 'node:fs/promises';
import path from 'node:path';
import type { PreparedQuestion, Question } from '../asking/model.ts';
import { prepareQuestion } from '../asking/prepare.ts';
import { Run } from '../asking/run.ts';
import { writeWhole } from '../asking/writeWhole.ts';
import { PageTraceError } from '../core/errors.ts';
import { DEFAULT_SAMPLING, PAPER_BUDGET, type Prompt, type Sampling } from '../core/prompts/model.ts';
import { parsePromptFile } from '../core/prompts/promptFile.ts';
import { formatTrajectoryFile } from '../core/records/trajectoryFile.ts';
import type { Score } from '../core/rewards/model.ts';
import { profileByName } from '../core/rewards/profiles.ts';
import { serverUrls } from '../inference/address.ts';
import { connect } from '../inference/connect.ts';
import { forecastTokens } from '../inference/forecast.ts';
import { generate } from '../inference/generate.ts';
import {
  DEFAULT_INFERENCE_LIMITS,
  type GenerateRequest,
  type InferenceDeps,
  type ServerAddress,
  type ServerStatus,
} from '../inference/model.ts';
import { OFFLINE_BUDGET, OFFLINE_MODEL } from '../offline/model.ts';
import { startOfflineReader } from '../offline/start.ts';
import { numberOption, readAsk, type AskArguments } from './arguments.ts';
import { beside, budgetOption, openFiles, openRoom } from './documents.ts';
import { scoreLines } from './report.ts';
import type { Terminal } from './terminal.ts';
import { USAGE } from './usage.ts';

const PRESETS = ['lang2act', 'action-rl', 'think-answer'];

/**
 * `pagetrace ask`: asks a question about documents and writes what comes back as it comes.
 * @throws PageTraceError for wrong arguments, documents and servers that cannot be used, and an answer that broke off
 *   (what came is written first).
 */
export async function ask(
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
  terminal: Terminal,
  signal: AbortSignal,
): Promise<void> {
  const { values, positionals } = readAsk(args);
  if (values.help) {
    terminal.out(USAGE);
    return;
  }
  const [text, ...files] = positionals;
  if (text === undefined || text.trim() === '' || files.length === 0) {
    throw new PageTraceError('bad-input', 'ask takes a question and at least one file.', {
      hint: 'See pagetrace --help.',
    });
  }
  const samples = numberOption('samples', values.samples, { least: 1, most: 64, whole: true }, 1);
  const prompt = await readPrompt(values.prompt ?? 'lang2act');
  const sampling = samplingOf(values, prompt);
  const budget = budgetOption(values, PAPER_BUDGET);
  const documents = openRoom(terminal);
  let server: Server | null = null;
  try {
    const password = values.password ?? environment['PAGETRACE_PASSWORD'];
    const opened = await openFiles(documents, files, values.pages ?? [], password, terminal);
    server = await openServer(values, environment, terminal, signal);
    const question: Question = {
      text,
      documents: opened,
      prompt,
      status: server.status,
      model: modelOf(values.model, server.status),
      sampling,
      samples,
      pixels:
        budget ??
        (server.status.kind === 'offline-reader' ? OFFLINE_BUDGET : (prompt.pixels ?? PAPER_BUDGET)),
      reference: values.reference ?? null,
    };
    const prepared = await prepareQuestion(question, { onProgress: terminal.progress, signal });
    await answer(prepared, server.deps, values, terminal, signal);
  } finally {
    await server?.close();
    await documents.dispose();
  }
}

interface Server {
  readonly status: ServerStatus;
  readonly deps: InferenceDeps;
  close(): Promise<void>;
}

async function openServer(
  values: AskArguments['values'],
  environment: NodeJS.ProcessEnv,
  terminal: Terminal,
  signal: AbortSignal,
): Promise<Server> {
  const base = { log: terminal.debug, now: () => performance.now(), limits: DEFAULT_INFERENCE_LIMITS };
  if (values.server !== undefined) {
    const key = await apiKey(values['api-key-file'], environment);
    const { origin } = serverUrls(values.server);
    const deps: InferenceDeps = {
      ...base,
      apiKey: (asked) => Promise.resolve(asked === origin ? key : null),
    };
    const address: ServerAddress = { name: values.server, url: values.server, model: values.model ?? null };
    return { status: await connect(address, deps, signal), deps, close: () => Promise.resolve() };
  }
  terminal.progress(`Starting the ${OFFLINE_MODEL.charAt(0).toLowerCase()}${OFFLINE_MODEL.slice(1)}`);
  const reader = await startOfflineReader({
    script: beside('offline-server.js', '../offline/main.ts'),
    log: terminal.debug,
  });
  const deps: InferenceDeps = { ...base, apiKey: () => Promise.resolve(reader.apiKey) };
  const address: ServerAddress = { name: OFFLINE_MODEL, url: reader.url, model: null };
  try {
    return { status: await connect(address, deps, signal), deps, close: () => reader.close() };
  } catch (error) {
    await reader.close();
    throw error;
  }
}

async function apiKey(file: string | undefined, environment: NodeJS.ProcessEnv): Promise<string | null> {
  if (file === undefined) return environment['PAGETRACE_API_KEY'] ?? null;
  try {
    return (await fs.readFile(file, 'utf8')).trim();
  } catch (error) {
    throw new PageTraceError('bad-input', `The key file ${file} could not be read.`, {
      hint: 'Check the path after --api-key-file.',
      cause: error,
    });
  }
}

function modelOf(asked: string | undefined, status: ServerStatus): string {
  const model = asked ?? status.models[0]?.id;
  if (model !== undefined) return model;
  throw new PageTraceError('model-unknown', `${status.address.name} lists no model.`, {
    hint: 'Name one with --model.',
  });
}

async function readPrompt(name: string): Promise<Prompt> {
  const preset = PRESETS.includes(name);
  const file = preset
    ? beside(`../media/prompts/${name}.jinja`, `../../media/prompts/${name}.jinja`)
    : path.resolve(name);
  let text: string;
  try {
    text = await fs.readFile(file, 'utf8');
  } catch (error) {
    throw new PageTraceError('bad-input', `The prompt file ${name} could not be read.`, {
      hint: `Name one of ${PRESETS.join(', ')}, or a .jinja file.`,
      cause: error,
    });
  }
  return parsePromptFile(preset ? name : path.basename(name), text).prompt;
}

function samplingOf(values: AskArguments['values'], prompt: Prompt): Sampling {
  const base = { ...DEFAULT_SAMPLING, ...prompt.sampling };
  return {
    temperature: numberOption('temperature', values.temperature, { least: 0, most: 2 }, base.temperature),
    top_p: numberOption('top-p', values['top-p'], { least: 0.01, most: 1 }, base.top_p),
    repetition_penalty: numberOption(
      'repetition-penalty',
      values['repetition-penalty'],
      { least: 0.1, most: 2 },
      base.repetition_penalty,
    ),
    max_tokens: numberOption(
      'max-tokens',
      values['max-tokens'],
      { least: 1, most: 1_000_000, whole: true },
      base.max_tokens,
    ),
    seed: numberOption(
      'seed',
      values.seed,
      { least: 0, most: Number.MAX_SAFE_INTEGER, whole: true },
      base.seed,
    ),
  };
}

async function answer(
  prepared: PreparedQuestion,
  deps: InferenceDeps,
  values: AskArguments['values'],
  terminal: Terminal,
  signal: AbortSignal,
): Promise<void> {
  const { question, parts, images } = prepared;
  const request: GenerateRequest = {
    status: question.status,
    model: question.model,
    parts,
    images,
    sampling: question.sampling,
    n: question.samples,
    signal,
  };
  const forecast = await forecastTokens(request, deps);
  for (const problem of forecast.problems) terminal.say(problem);
  const run = Run.start(prepared, { now: Date.now, request: null, curl: null, forecast });
  const live = question.samples === 1 && values.json !== true;
  run.listen((change) => {
    if (change.type === 'text' && live) terminal.out(change.text);
    else if (change.type === 'text' && change.sample === 0)
      terminal.progress(`Answering: ${run.text(0).length} characters`);
  });
  terminal.progress('Waiting for the first token');
  const error = await run.follow(generate(request, deps));
  const scores = Array.from({ length: run.sampleCount }, (_, index) => scoreOf(prepared, run.text(index)));
  if (values.out !== undefined) await save(values.out, prepared, run, terminal);
  if (values.json === true) terminal.out(`${JSON.stringify(report(prepared, run, scores), null, 2)}\n`);
  else show(run, scores, live, terminal);
  if (error) throw error;
}

function scoreOf(prepared: PreparedQuestion, text: string): Score | null {
  const { reward } = prepared.question.prompt;
  return reward === null
    ? null
    : profileByName(reward).score(text, {
        numImages: prepared.images.length,
        verdict: 'unknown',
        reference: prepared.question.reference,
      });
}

async function save(out: string, prepared: PreparedQuestion, run: Run, terminal: Terminal): Promise<void> {
  const from = path.dirname(path.resolve(out));
  const info = {
    ...prepared.info,
    documents: prepared.info.documents.map((document) => relativeTo(from, document)),
  };
  for (let index = 0; index < run.sampleCount; index++) {
    const file = run.sampleCount === 1 ? out : out.replace(/(\.trajectory)?$/, `-${index + 1}$1`);
    await writeWhole(file, formatTrajectoryFile(info, run.text(index)));
    terminal.say(`Written: ${file}`);
  }
}

function relativeTo(from: string, document: PreparedQuestion['info']['documents'][number]): typeof document {
  const relative = path.relative(from, document.path);
  return path.isAbsolute(relative) || relative.startsWith('..')
    ? document
    : { ...document, path: relative.split(path.sep).join('/') };
}

function show(run: Run, scores: readonly (Score | null)[], live: boolean, terminal: Terminal): void {
  scores.forEach((score, index) => {
    const text = run.text(index);
    if (!live) terminal.out(`--- sample ${index + 1} of ${run.sampleCount}\n${text}`);
    if (!text.endsWith('\n')) terminal.out('\n');
    if (score && text !== '') for (const line of scoreLines(score)) terminal.say(line);
  });
}

/** What --json prints. */
function report(prepared: PreparedQuestion, run: Run, scores: readonly (Score | null)[]): unknown {
  const { record } = run;
  return {
    ...prepared.info,
    server: record.server,
    page_images: record.images,
    usage: record.usage,
    failure: record.failure,
    samples: record.samples.map((sample, index) => ({
      text: run.text(index),
      state: sample.state,
      ...sample.report,
      score: scores[index] ?? null,
    })),
  };
}
