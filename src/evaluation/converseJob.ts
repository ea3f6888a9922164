import { setTimeout as pause } from 'node:timers/promises';
import { AskedQuestion } from '../asking/askedQuestion.ts';
import type { AskedDocument, PreparedQuestion } from '../asking/model.ts';
import type { DatasetItem } from '../core/datasets/model.ts';
import type { PageTraceError } from '../core/errors.ts';
import type { RenderPrompt } from '../core/prompts/model.ts';
import type { Retrieval } from '../core/rewards/model.ts';
import { generate } from '../inference/generate.ts';
import type { GenerateEvent, GenerateRequest } from '../inference/model.ts';
import { isUnbegun } from '../inference/unbegun.ts';
import { beginConversation } from '../protocols/beginConversation.ts';
import { converse, DEFAULT_CONVERSATION_LIMITS, type ConversationLimits } from '../protocols/converse.ts';
import { generateEvents, type EndedConversation } from '../protocols/generateEvents.ts';
import type { Protocol } from '../protocols/model.ts';
import { recordConversation } from '../protocols/recordConversation.ts';
import { showPages } from '../protocols/showPages.ts';
import type { ToolPool } from '../protocols/toolPool.ts';
import type { Retriever } from '../retrieval/model.ts';
import { pageSearch } from '../retrieval/pageSearch.ts';
import type { PassageSearch } from '../retrieval/passageSearch.ts';
import { concernsAll, type AskDeps } from './askJob.ts';
import type { EndedSample, FailedJob, PreparedJob } from './model.ts';
import { takeItemDocuments, type TakeDeps } from './itemDocuments.ts';

/** How the questions of an evaluation are answered in several turns. */
export interface EvaluatedConversation {
  readonly protocol: Protocol;
  /** Finds pages if the model searches; null if it does not. */
  readonly retriever: Retriever | null;
  /** Finds passages of the text; missing if the protocol does not search it. */
  readonly passages?: PassageSearch;
  /** The tools of the prompt, if conversations add to them. */
  readonly pool?: ToolPool;
  readonly limits?: ConversationLimits;
}

/** What the conversations of a job need. */
export interface ConverseJobDeps extends AskDeps, TakeDeps {
  readonly conversation: EvaluatedConversation;
  readonly renderPrompt: RenderPrompt;
}

/**
 * Has a conversation for each sample of a job, one after the other, and hands each on as it ends. A conversation that ends
 * without an answer is a sample, too; one that a server or a tool has failed is not.
 * @returns why samples did not end; null if all have
 * @throws PageTraceError what concerns every question: a server that did not come back, or that none can be asked of
 */
export async function converseJob(
  job: PreparedJob,
  deps: ConverseJobDeps,
  onEnded: (sample: EndedSample) => Promise<void>,
): Promise<FailedJob | null> {
  const { conversation, now, signal } = deps;
  const { protocol, retriever, passages, pool, limits = DEFAULT_CONVERSATION_LIMITS } = conversation;
  const { documents, release } = await takeItemDocuments(job.item, deps, signal);
  try {
    const open = documents.map(({ document }) => document);
    const search = retriever === null ? null : await pageSearch(retriever, open, signal);
    const searchPassages = passages === undefined ? null : await passages.over(open, signal);
    for (let at = 0; at < job.count; at += 1) {
      const prepared = await withPool(oneSample(job.prepared, documents, at), pool, deps);
      const { status, model, sampling, pixels } = prepared.question;
      const asked = AskedQuestion.start(prepared, { now, request: null, curl: null, forecast: null });
      let ended: EndedConversation | null = null;
      const server: Server = { gone: null };
      const events = converse(await beginConversation(prepared), protocol, {
        request: { status, model, sampling },
        generate: (request) => generateAgain(request, deps, server),
        showPage: showPages(documents, pixels),
        search,
        searchPassages,
        toolWords: job.item.toolResults,
        now,
        limits,
        signal,
      });
      const error = await asked.follow(
        generateEvents(events, now, (end) => {
          ended = end;
        }),
      );
      const end = ended as EndedConversation | null;
      if (error !== null && end?.ending.state !== 'context-too-long') {
        if (concernsAll(error) || error === server.gone) throw error;
        const text = asked.text(0);
        return { job, error, partials: new Map(text === '' ? [] : [[job.first + at, text]]) };
      }
      if (end === null) continue;
      pool?.take(asked.text(0));
      await onEnded(endedSample(job, at, asked, end, protocol));
    }
    return null;
  } finally {
    release();
  }
}

/** A question with one of its samples, whose seed does not depend on the others. */
function oneSample(
  prepared: PreparedQuestion,
  documents: readonly AskedDocument[],
  at: number,
): PreparedQuestion {
  const { question } = prepared;
  const { sampling } = question;
  const seed = sampling.seed === null ? null : sampling.seed + at;
  return { ...prepared, question: { ...question, documents, samples: 1, sampling: { ...sampling, seed } } };
}

/** A question whose prompt offers the tools of the pool as it is now. */
async function withPool(
  prepared: PreparedQuestion,
  pool: ToolPool | undefined,
  { renderPrompt }: ConverseJobDeps,
): Promise<PreparedQuestion> {
  if (pool === undefined) return prepared;
  const { question, images } = prepared;
  const prompt = { ...question.prompt, toolbox: pool.tools };
  const parts = await renderPrompt(prompt, question.text, images.length);
  return { ...prepared, parts, question: { ...question, prompt } };
}

function endedSample(
  { item, first }: PreparedJob,
  at: number,
  asked: AskedQuestion,
  ended: EndedConversation,
  protocol: Protocol,
): EndedSample {
  const { images, info } = recordConversation(ended, protocol, asked.record);
  asked.addConversation({ images, info: { ...info, retrieval: withGold(info.retrieval, item) } });
  const { record } = asked;
  const recorded = asked.recorded(0);
  if (recorded === null) throw new Error('The question has no sample.');
  return {
    sample: first + at,
    recorded,
    report: record.samples[0]?.report ?? null,
    usage: record.usage,
    images: record.images,
  };
}

/** What searches brought with the pages that have the answer, if they are all in one document. */
function withGold(
  retrieval: Retrieval | null,
  { goldPages, goldElsewhere, documents }: DatasetItem,
): Retrieval | null {
  const gold = goldPages ?? [];
  const [first] = gold;
  if (retrieval === null || first === undefined || goldElsewhere !== undefined) return retrieval;
  if (gold.some(({ document }) => document !== first.document)) return retrieval;
  const fileName = documents[first.document]?.path.split(/[/\\]/).at(-1) ?? null;
  return { ...retrieval, fileName, pages: gold.map(({ page }) => String(page)) };
}

/** Why a server is given up that did not begin to answer; null while it is not. */
interface Server {
  gone: PageTraceError | null;
}

/** Asks for a turn, again and again while the server does not begin to answer. */
async function* generateAgain(
  request: GenerateRequest,
  { inference, now, retries, onWait, signal }: AskDeps,
  server: Server,
): AsyncGenerator<GenerateEvent, void, undefined> {
  const begun = now();
  for (let backoff = retries.first; ; backoff = Math.min(retries.longest, backoff * 2)) {
    let hasText = false;
    let wait = backoff;
    for await (const event of generate({ ...request, isCountedLive: false }, inference)) {
      const { type } = event;
      hasText ||= type === 'text';
      if (type === 'end' && event.error !== null && !hasText && isUnbegun(event.error)) {
        wait = Math.max(backoff, event.error.retryAfter ?? 0);
        if (now() - begun + wait <= retries.patience) {
          onWait(event.error.message);
          break;
        }
        server.gone = event.error;
      }
      yield event;
      if (type === 'end') return;
    }
    // What cancels the wait ends the next request at once.
    await pause(wait, undefined, { signal }).catch(() => undefined);
  }
}
