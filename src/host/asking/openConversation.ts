import { t } from '@vscode/l10n';
import type * as vscode from 'vscode';
import type { AskedQuestion } from '../../asking/askedQuestion.ts';
import type { FollowedEvent, PreparedQuestion } from '../../asking/model.ts';
import type { OpenDocument } from '../../documents/model.ts';
import { generate } from '../../inference/generate.ts';
import type { GenerateRequest, InferenceDeps } from '../../inference/model.ts';
import { beginConversation } from '../../protocols/beginConversation.ts';
import { converse, DEFAULT_CONVERSATION_LIMITS } from '../../protocols/converse.ts';
import { generateEvents, type EndedConversation } from '../../protocols/generateEvents.ts';
import { recordConversation } from '../../protocols/recordConversation.ts';
import { restartConversation } from '../../protocols/restartConversation.ts';
import { showPages } from '../../protocols/showPages.ts';
import { Stepping } from '../../protocols/stepping.ts';
import { conversationRequest, conversationText } from '../../protocols/transcript.ts';
import { unfinishedTurn } from '../../protocols/turns.ts';
import type { DocumentLibrary } from '../document/documentLibrary.ts';
import { requireModel } from './chooseProtocol.ts';
import type { ConversationToAsk, SearchIn } from './questionToAsk.ts';

/** What a conversation needs besides its question. */
export interface ConversationDeps {
  readonly library: Pick<DocumentLibrary, 'open'>;
  readonly inference: InferenceDeps;
  /** The documents of the question. */
  readonly uris: readonly vscode.Uri[];
  readonly searchIn: SearchIn;
  readonly report: (message: string) => void;
  readonly controller: AbortController;
}

/** A conversation that is about to begin. */
export interface OpenedConversation {
  /** The text of the turns that it goes on after; empty if it begins. */
  readonly told: string;
  /** What its first request has beyond the question's. */
  readonly first: Partial<GenerateRequest>;
  readonly stepping: Stepping;
  /** Has the conversation to its end, and records each turn in its question. */
  readonly events: (asked: AskedQuestion) => AsyncIterable<FollowedEvent>;
  /** Closes its documents. */
  readonly close: () => Promise<void>;
}

/** How a conversation is recorded before its end: if the window is closed, it was interrupted. */
const UNDERWAY: EndedConversation['ending'] = { state: 'cancelled', why: '' };

/**
 * Opens the documents of a prepared question again, reads their pages if the model searches, and shows those again that an
 * earlier conversation had shown.
 * @throws PageTraceError documents that cannot be read; `bad-input` without a model, and for an earlier conversation that
 * cannot be gone on with; `server-refused` if the server does not continue a turn; `cancelled`
 */
export async function openConversation(
  prepared: PreparedQuestion,
  { protocol, toolWords, isStepped, kept }: ConversationToAsk,
  { library, inference, uris, searchIn, report, controller }: ConversationDeps,
): Promise<OpenedConversation> {
  const { status, model, sampling, pixels } = prepared.question;
  requireModel(status.address.isEmbedded !== true);
  const { signal } = controller;
  const opened: OpenDocument[] = [];
  const close = async (): Promise<void> => {
    for (const document of opened.splice(0)) await document.close();
  };
  try {
    for (const uri of uris) opened.push(await library.open(uri));
    const documents = prepared.question.documents.map((asked, at) => ({
      ...asked,
      document: opened[at] ?? asked.document,
    }));
    const showPage = showPages(documents, pixels);
    const begun = await beginConversation({ ...prepared, question: { ...prepared.question, documents } });
    let start = begun;
    if (kept !== undefined) {
      report(t('Showing the pages of the conversation again'));
      start = await restartConversation(begun, kept, protocol, { showPage, toolWords, signal });
      const unfinished = unfinishedTurn(start);
      if (unfinished !== null) {
        const { continuedText } = await import('../../inference/continuation.ts');
        const text = await continuedText({ status, model, continued: unfinished.text, signal }, inference);
        start = { ...start, turns: [...start.turns.slice(0, -1), { ...unfinished, text }] };
      }
    }
    const searches = protocol.isSearching ? await searchIn(opened, { protocol, report }, signal) : null;
    const stepping = new Stepping({
      runs: !isStepped,
      signal,
      abort: () => {
        controller.abort();
      },
    });
    return {
      told: conversationText(start, protocol),
      first: conversationRequest(start, protocol),
      stepping,
      close,
      events: (asked) => {
        const { record } = asked;
        const keep = (ended: EndedConversation): void => {
          asked.addConversation(recordConversation(ended, protocol, record));
        };
        // Whatever becomes of it, its question was asked as one.
        keep({ conversation: start, ending: UNDERWAY });
        const events = converse(start, protocol, {
          request: { status, model, sampling },
          generate: (request) => generate(request, inference),
          showPage,
          search: searches?.search ?? null,
          searchPassages: searches?.searchPassages ?? null,
          toolWords,
          now: Date.now,
          limits: DEFAULT_CONVERSATION_LIMITS,
          signal,
          before: stepping.before,
          canRetell: true,
        });
        return generateEvents(events, Date.now, keep, (conversation) => {
          keep({ conversation, ending: UNDERWAY });
        });
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}
