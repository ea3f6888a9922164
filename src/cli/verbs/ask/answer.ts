import path from 'node:path';
import { generateRequest } from '../../../asking/generateRequest.ts';
import type { FollowedEvent, PreparedQuestion } from '../../../asking/model.ts';
import { AskedQuestion } from '../../../asking/askedQuestion.ts';
import { progressLine } from '../../../asking/progress.ts';
import { withKeptPart } from '../../../asking/keptPart.ts';
import { unsentPages } from '../../../asking/unsentPages.ts';
import { PageTraceError } from '../../../core/errors.ts';
import { sampleOf } from '../../../core/records/sample.ts';
import { isPartial } from '../../../core/records/sampleState.ts';
import { scoreContext } from '../../../core/records/scoreContext.ts';
import { formatTrajectoryFile } from '../../../core/records/trajectoryFile.ts';
import { scoreSoFar, type ScoreSoFar } from '../../../core/rewards/explanation/soFar.ts';
import { isCompositePath, type RewardProfile, type Score } from '../../../core/rewards/model.ts';
import { forecastTokens } from '../../../inference/forecast.ts';
import { generate } from '../../../inference/generate.ts';
import type { InferenceDeps } from '../../../inference/model.ts';
import type { AskArguments } from '../../arguments/arguments.ts';
import { samplePaths } from '../../output/outputFile.ts';
import { writeOutput } from '../../output/sink.ts';
import { loadProfile } from '../../arguments/profileOption.ts';
import { answerJson } from './answerJson.ts';
import { readFromLine, sampleLine, scoreLines, soFarLines } from './answerText.ts';
import { errorHint } from '../../terminal/errorHint.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import type { ResultListener } from '../../terminal/verb.ts';
import { exitStatus, SERVER_UNUSABLE } from '../../terminal/exitStatus.ts';

/** A conversation of several turns with which a question is answered. */
export interface AnswerConversation {
  /** Its events, as those of a generation. */
  readonly events: () => AsyncIterable<FollowedEvent>;
  /** Adds what it has brought to the question; returns how it ended, in a sentence. */
  readonly conclude: (asked: AskedQuestion) => string;
}

/**
 * Asks a prepared question, in one turn unless there is a `conversation`. A single sample is written to standard output
 * while it arrives, several samples are written one after the other at the end, and with `--json` everything is written
 * as one object.
 * @throws PageTraceError why the answer was interrupted, after the part that arrived was written; `file-unwritable`
 */
export async function answer(
  prepared: PreparedQuestion,
  deps: InferenceDeps,
  values: AskArguments['values'],
  terminal: Terminal,
  signal: AbortSignal,
  conversation: AnswerConversation | null = null,
  results?: ResultListener,
): Promise<void> {
  const request = generateRequest(prepared, signal);
  const { reward } = prepared.question.prompt;
  const profile = reward === null ? null : await loadProfile(reward);
  const forecast = await forecastTokens(request, deps);
  for (const problem of forecast.problems) terminal.say(problem);
  const asked = AskedQuestion.start(prepared, {
    hintOf: errorHint,
    now: Date.now,
    request: null,
    curl: null,
    forecast,
  });
  // Who steps through has read it already.
  const live = prepared.question.samples === 1 && values.json !== true && values.step !== true;
  showProgress(asked, live, terminal);
  terminal.progress('Waiting for the first token');
  const error = await asked.follow(conversation?.events() ?? generate(request, deps));
  const ending = conversation?.conclude(asked);
  const scores = Array.from({ length: asked.sampleCount }, (_, index) => scoreAnswer(profile, asked, index));
  const json = (): Readonly<Record<string, unknown>> =>
    answerJson(asked, {
      scores,
      soFar: scores.map((_, index) => scoreAnswerSoFar(profile, asked, index)),
      unjudged: profile?.form.judged === true,
    });
  results?.whole(json());
  if (values.json === true) terminal.out(`${JSON.stringify(json(), null, 2)}\n`);
  else show(asked, { profile, scores }, live, terminal);
  if (ending !== undefined) terminal.say(ending);
  for (const sentence of unsentPages(asked.record)) terminal.say(sentence);
  if (values.out !== undefined) {
    // What has arrived is written after Ctrl+C too; another one ends the process.
    const ending = signal.aborted ? new AbortController().signal : signal;
    await save(values.out, asked, terminal, ending);
  }
  if (error) throw asked.hasArrived ? brokenAnswerError(withKeptPart(error)) : error;
}

/** The error if a server fails after it has sent part of an answer: the answer was interrupted, whatever the cause. */
function brokenAnswerError(error: PageTraceError): PageTraceError {
  if (exitStatus(error) !== SERVER_UNUSABLE) return error;
  const { message, hint, remedy, said, status } = error;
  return new PageTraceError('stream-failed', message, {
    ...(hint === undefined ? {} : { hint }),
    ...(remedy === undefined ? {} : { remedy }),
    ...(said === undefined ? {} : { said }),
    ...(status === undefined ? {} : { status }),
    cause: error,
  });
}

function showProgress(asked: AskedQuestion, live: boolean, terminal: Terminal): void {
  let printed = false;
  asked.listen((change) => {
    const { progress } = asked;
    if ((change.type === 'record' || change.type === 'progress') && progress && !(live && terminal.watched)) {
      terminal.count(progressLine(progress));
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

/** The score of a sample of an asked question by `profile`; null without a profile. */
export function scoreAnswer(
  profile: RewardProfile | null,
  asked: AskedQuestion,
  index: number,
): Score | null {
  const recorded = asked.recorded(index);
  if (profile === null || recorded === null) return null;
  const sample = sampleOf(recorded);
  return profile.score(sample.response, scoreContext(sample, sample.dialect));
}

/**
 * What is known of the reward of a sample whose response is not complete; null for others, without a profile, and for
 * a composite reward, which is only known as if the response ended here.
 */
function scoreAnswerSoFar(
  profile: RewardProfile | null,
  asked: AskedQuestion,
  index: number,
): ScoreSoFar | null {
  const { info, samples } = asked.record;
  const state = samples[index];
  const recorded = asked.recorded(index);
  if (profile === null || recorded === null || state === undefined || !isPartial(state)) return null;
  if (info.reward !== null && isCompositePath(info.reward)) return null;
  const sample = sampleOf(recorded);
  return scoreSoFar(profile, sample.response, scoreContext(sample, sample.dialect));
}

/** Writes a file for each sample that has text. An empty answer does not replace an older file. */
async function save(
  out: string,
  asked: AskedQuestion,
  terminal: Terminal,
  signal: AbortSignal,
): Promise<void> {
  const from = path.dirname(path.resolve(out));
  const known = asked.record.info;
  const { reward } = known;
  const info = {
    ...known,
    documents: known.documents.map((document) => ({
      ...document,
      path: relativeTo(from, document.path),
    })),
    reward: reward !== null && isCompositePath(reward) ? relativeTo(from, reward) : reward,
  };
  for (const [index, file] of samplePaths(out, asked.sampleCount).entries()) {
    const text = asked.text(index);
    if (text === '' && asked.record.samples[index]?.state !== 'done') continue;
    await writeOutput(file, formatTrajectoryFile(info, text), terminal, signal);
    terminal.say(`Written: ${file}`);
  }
}

/** A path relative to a folder; a path outside of the folder is not changed. */
function relativeTo<T extends string>(from: string, file: T): T {
  const relative = path.relative(from, file);
  return path.isAbsolute(relative) || relative.startsWith('..')
    ? file
    : (relative.split(path.sep).join('/') as T);
}

interface Scored {
  readonly profile: RewardProfile | null;
  /** One for each sample. */
  readonly scores: readonly (Score | null)[];
}

function show(asked: AskedQuestion, { profile, scores }: Scored, live: boolean, terminal: Terminal): void {
  const { samples, images } = asked.record;
  scores.forEach((score, index) => {
    const text = asked.text(index);
    if (!live) terminal.out(`--- sample ${index + 1} of ${asked.sampleCount}\n${text}`);
    if (text !== '' && !text.endsWith('\n')) terminal.out('\n');
    const sample = samples[index];
    if (!sample || text === '') return;
    if (sample.report) terminal.say(sampleLine(sample.report, asked.sampleCount === 1 ? null : index + 1));
    if (!score || !profile) return;
    const lines = isPartial(sample) ? partialLines(profile, asked, index, score) : scoreLines(score);
    for (const line of lines) terminal.say(line);
  });
  const readFrom = readFromLine(images);
  if (readFrom !== null) terminal.say(readFrom);
}

/** The reward of a response that is not complete. A composite reward is only known as if the response ended here. */
function partialLines(
  profile: RewardProfile,
  asked: AskedQuestion,
  index: number,
  score: Score,
): readonly string[] {
  const soFar = scoreAnswerSoFar(profile, asked, index);
  return soFar === null
    ? ['The response is not complete. If it ended here:', ...scoreLines(score)]
    : soFarLines(score.profile, soFar);
}
