import { createHash } from 'node:crypto';
import type { EvaluationOutcome } from '../../../core/datasets/evaluationEvent.ts';
import { PAPER_BUDGET } from '../../../core/geometry/pixelBudget.ts';
import { renderPrompt } from '../../../core/prompts/promptFile.ts';
import { Admission } from '../../../evaluation/admission.ts';
import { checkPrompt, sentPages } from '../../../evaluation/checkPrompt.ts';
import { findDataset } from '../../../evaluation/dataset/findDataset.ts';
import { addPoolOfRun } from '../../../evaluation/poolOfRun.ts';
import { evaluate } from '../../../evaluation/evaluate.ts';
import { OpenDocuments } from '../../../evaluation/openDocuments.ts';
import { readDatasetHead } from '../../../evaluation/readDataset.ts';
import { RunFile } from '../../../evaluation/runFile.ts';
import type { ServerStatus } from '../../../inference/model.ts';
import { modelToAsk } from '../../../inference/modelToAsk.ts';
import { OFFLINE_BUDGET } from '../../../offline/model.ts';
import { ToolPool } from '../../../protocols/toolPool.ts';
import { reportIdle } from '../../arguments/arguments.ts';
import { createDocumentRoom } from '../../arguments/documents.ts';
import { openRetriever, type OpenRetriever } from '../../retrieval/openRetriever.ts';
import { loadProfile } from '../../arguments/profileOption.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { readPrompt, readSampling } from '../ask/prompt.ts';
import { openServer, type Server } from '../ask/server.ts';
import { AskedItems } from './askedItems.ts';
import type { EvalArguments } from './evalArguments.ts';
import type { EvaluationFace } from './evaluationFace.ts';
import { createClaimCounter } from './countClaims.ts';
import { datasetName, usualPrompt } from './datasetHead.ts';
import { openEvalJudge, type EvalJudge } from './evalJudge.ts';
import { openPageChooser, type PageChooser } from './pageChooser.ts';

/** What running a data set needs in addition to the arguments. */
export interface RunContext {
  readonly terminal: Terminal;
  readonly environment: NodeJS.ProcessEnv;
  readonly signal: AbortSignal;
  readonly face: EvaluationFace;
  /** Says what is noteworthy of the chosen questions, in whatever way they are answered. */
  readonly note: (sentence: string) => void;
}

/** Sampling options that only a server uses. */
const SAMPLING_OPTIONS = ['temperature', 'top-p', 'repetition-penalty', 'seed'] as const;

/** Requests in flight at the beginning, before the server has said how long its queue is. */
const FIRST_IN_FLIGHT = 8;

/** The most requests in flight where nobody says it: by the server, which reports its queue, or does not. */
const MOST_IN_FLIGHT = { queue: 1024, plain: 16, offline: 2 } as const;

/** Documents that stay open although no question uses them. */
const OPEN_DOCUMENTS = 8;

/**
 * Opens everything that an evaluation needs, and runs it.
 * @throws PageTraceError for a server, a prompt or a file that cannot be used, and the errors of `evaluate`
 */
export async function runDataset(given: EvalArguments, context: RunContext): Promise<EvaluationOutcome> {
  const { values, dataset } = given;
  const { terminal, environment, signal } = context;
  const head = await readDatasetHead(dataset, signal);
  const asked = await AskedItems.open(given, signal);
  const { folder } = await findDataset(dataset);
  const prompt = await readPrompt(values.prompt ?? usualPrompt(head, folder), terminal, signal);
  const { choice, protocol } = given.wayOf(prompt, terminal);
  await checkPrompt(prompt, {
    dataset,
    limit: asked.limit,
    where: asked.has,
    pages: sentPages(protocol?.isSearching === true, choice !== null),
    renderPrompt,
    signal,
  });
  const sampling = readSampling(values, prompt);
  const profile = prompt.reward === null ? null : await loadProfile(prompt.reward);
  if (values.server === undefined) reportIdle(values, 'the offline reader', SAMPLING_OPTIONS, terminal);
  const documents = createDocumentRoom(terminal);
  const claims = createClaimCounter(context);
  let pageChooser: PageChooser | null = null;
  let searching: OpenRetriever | null = null;
  let server: Server | null = null;
  let judging: EvalJudge | null = null;
  let run: RunFile | null = null;
  try {
    server = await openServer(values, environment, terminal, signal);
    if (choice !== null) pageChooser = await openPageChooser(choice, values, environment, terminal, signal);
    if (protocol?.isSearching === true)
      searching = await openRetriever(values, environment, terminal, signal);
    judging = await openEvalJudge(values, environment, terminal, signal);
    const { status } = server;
    const isOffline = status.kind === 'offline-reader';
    const model = modelToAsk(status, values.model);
    // Only the reader itself needs larger images, not what a script says in its place.
    const isReading = isOffline && values.script === undefined;
    const pixels = given.budget(isReading ? OFFLINE_BUDGET : (prompt.pixels ?? PAPER_BUDGET));
    const settings = {
      dataset: datasetName(head, dataset),
      prompt: { name: prompt.name, sha256: createHash('sha256').update(prompt.template).digest('hex') },
      model,
      sampling: isOffline ? {} : sampling,
      pixels,
      pages: searching?.retriever.settings ?? pageChooser?.settings ?? 'given',
      ...(protocol === null ? {} : { protocol: protocol.name }),
      ...(values.judge === undefined ? {} : { judge: values.judge }),
    };
    run = await RunFile.open(given.out, settings, signal);
    const pool = protocol?.growsPool === true ? new ToolPool(prompt.toolbox) : null;
    if (pool !== null) await addPoolOfRun(pool, given.out, signal);
    // A pool is that of all questions before.
    const most = pool === null ? (given.concurrency ?? mostInFlight(status.kind)) : 1;
    const outcome = await evaluate({
      dataset,
      folder,
      run,
      settings,
      question: { prompt, status, model, sampling, pixels },
      samples: given.samples,
      limit: asked.limit,
      where: asked.has,
      rating: { profile, pass: head.pass, judge: judging?.judge ?? null, countClaims: claims.countClaims },
      admission: new Admission({ most, first: Math.min(most, given.concurrency ?? FIRST_IN_FLIGHT) }),
      documents: new OpenDocuments(documents, OPEN_DOCUMENTS),
      renderPrompt,
      ...(pageChooser === null ? {} : { choosePages: pageChooser.choose }),
      ...(protocol === null
        ? {}
        : {
            conversation: {
              protocol,
              retriever: searching?.retriever ?? null,
              ...(searching === null || protocol.readsPassages !== true
                ? {}
                : { passages: searching.passages }),
              ...(pool === null ? {} : { pool }),
            },
          }),
      inference: server.deps,
      now: () => performance.now(),
      signal,
      onEvent: context.face,
    });
    asked.report(context.note);
    const judged = judging?.report() ?? null;
    if (judged !== null) terminal.say(judged);
    return outcome;
  } finally {
    await run?.close();
    await judging?.close();
    await server?.close();
    await Promise.all([documents.dispose(), claims.close(), pageChooser?.close(), searching?.close()]);
  }
}

function mostInFlight(kind: ServerStatus['kind']): number {
  const { queue, plain, offline } = MOST_IN_FLIGHT;
  return kind === 'offline-reader' ? offline : kind === 'vllm' ? queue : plain;
}
