import path from 'node:path';
import { generateRequest } from '../asking/generateRequest.ts';
import type { PreparedQuestion } from '../asking/model.ts';
import { Run } from '../asking/run.ts';
import { writeWhole } from '../asking/writeWhole.ts';
import { PageTraceError } from '../core/errors.ts';
import { formatTrajectoryFile } from '../core/records/trajectoryFile.ts';
import { isCompositePath, type RewardProfile, type Score } from '../core/rewards/model.ts';
import { forecastTokens } from '../inference/forecast.ts';
import { generate } from '../inference/generate.ts';
import type { InferenceDeps } from '../inference/model.ts';
import type { AskArguments } from './arguments.ts';
import { samplePaths } from './output.ts';
import { profileAsked } from './profileChoice.ts';
import { sampleLine, scoreLines, tokensSoFar } from './report.ts';
import type { Terminal } from './terminal.ts';
import { exitStatus, SERVER_UNUSABLE } from './usage.ts';

/**
 * Asks a prepared question: one sample is written to standard output as it comes, several one after the other at the
 * end, and with `--json` all of it as one object.
 * @throws PageTraceError why the answer broke off, after what came was written, or `file-unwritable`.
 */
export async function answer(
  prepared: PreparedQuestion,
  deps: InferenceDeps,
  values: AskArguments['values'],
  terminal: Terminal,
  signal: AbortSignal,
): Promise<void> {
  const request = generateRequest(prepared, signal);
  const { reward } = prepared.question.prompt;
  const profile = reward === null ? null : await profileAsked(reward);
  const forecast = await forecastTokens(request, deps);
  for (const problem of forecast.problems) terminal.say(problem);
  const run = Run.start(prepared, { now: Date.now, request: null, curl: null, forecast });
  const live = prepared.question.samples === 1 && values.json !== true;
  follow(run, live, terminal);
  terminal.progress('Waiting for the first token');
  const error = await run.follow(generate(request, deps));
  const scores = Array.from({ length: run.sampleCount }, (_, index) =>
    scoreOf(profile, prepared, run, index),
  );
  if (values.json === true) terminal.out(`${JSON.stringify(report(prepared, run, scores), null, 2)}\n`);
  else show(run, scores, live, terminal);
  if (values.out !== undefined) await save(values.out, prepared, run, terminal);
  if (error) throw scores.some((_, index) => run.text(index) !== '') ? brokenOff(error) : error;
}

/** A server that fails after something came has broken an answer off, whatever the cause. */
function brokenOff(error: PageTraceError): PageTraceError {
  if (exitStatus(error) !== SERVER_UNUSABLE) return error;
  const { message, hint, said, status } = error;
  return new PageTraceError('stream-failed', message, {
    ...(hint === undefined ? {} : { hint }),
    ...(said === undefined ? {} : { said }),
    ...(status === undefined ? {} : { status }),
    cause: error,
  });
}

function follow(run: Run, live: boolean, terminal: Terminal): void {
  let printed = false;
  run.listen((change) => {
    if (change.type === 'record' && !(live && terminal.watched)) {
      terminal.count(`Answering: ${tokensSoFar(run.record.samples)}`);
    } else if (live && change.type === 'text') {
      terminal.out(change.text);
      printed = true;
    } else if (live && change.type === 'prefix') {
      if (!printed) terminal.out(change.text);
      else
        terminal.say(
          `The server's template had opened ${change.text.trim()}: it belongs before what is printed. --out and --json have it there.`,
        );
    }
  });
}

function scoreOf(
  profile: RewardProfile | null,
  prepared: PreparedQuestion,
  run: Run,
  index: number,
): Score | null {
  const report = run.record.samples[index]?.report ?? null;
  return profile === null
    ? null
    : profile.score(run.text(index), {
        numImages: prepared.images.length,
        verdict: 'unknown',
        prompt: prepared.question.text,
        reference: prepared.question.reference,
        toolResults: null,
        responseLength: report === null || report.tokensEstimated ? null : report.tokens,
      });
}

/** Writes a file for each sample of which something came: nothing is no reason to replace an older answer. */
async function save(out: string, prepared: PreparedQuestion, run: Run, terminal: Terminal): Promise<void> {
  const from = path.dirname(path.resolve(out));
  const { reward } = prepared.info;
  const info = {
    ...prepared.info,
    documents: prepared.info.documents.map((document) => ({
      ...document,
      path: relativeTo(from, document.path),
    })),
    reward: reward !== null && isCompositePath(reward) ? relativeTo(from, reward) : reward,
  };
  for (const [index, file] of samplePaths(out, run.sampleCount).entries()) {
    const text = run.text(index);
    if (text === '' && run.record.samples[index]?.state !== 'done') continue;
    await writeWhole(file, formatTrajectoryFile(info, text));
    terminal.say(`Written: ${file}`);
  }
}

/** A path as it is called from a folder; one outside of the folder stays as it is. */
function relativeTo<T extends string>(from: string, file: T): T {
  const relative = path.relative(from, file);
  return path.isAbsolute(relative) || relative.startsWith('..')
    ? file
    : (relative.split(path.sep).join('/') as T);
}

function show(run: Run, scores: readonly (Score | null)[], live: boolean, terminal: Terminal): void {
  const { samples } = run.record;
  scores.forEach((score, index) => {
    const text = run.text(index);
    if (!live) terminal.out(`--- sample ${index + 1} of ${run.sampleCount}\n${text}`);
    if (text !== '' && !text.endsWith('\n')) terminal.out('\n');
    const told = samples[index]?.report;
    if (told && text !== '') terminal.say(sampleLine(told, run.sampleCount === 1 ? null : index + 1));
    if (score && text !== '') for (const line of scoreLines(score)) terminal.say(line);
  });
}

/** What --json prints: as in a trajectory file, documents count from 1. */
function report(prepared: PreparedQuestion, run: Run, scores: readonly (Score | null)[]): unknown {
  const { record } = run;
  const fromOne = <T extends { readonly document: number }>(image: T): T => ({
    ...image,
    document: image.document + 1,
  });
  return {
    ...prepared.info,
    images: prepared.info.images.map(fromOne),
    server: record.server,
    page_images: record.images.map(fromOne),
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
