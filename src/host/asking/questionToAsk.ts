import type * as vscode from 'vscode';
import type { BranchToAsk } from '../../asking/branchToAsk.ts';
import type { AskedDocument, Question } from '../../asking/model.ts';
import type { PixelBudget } from '../../core/geometry/pixelBudget.ts';
import type { Prompt } from '../../core/prompts/model.ts';
import type { PageChoice } from '../../core/records/pageChoice.ts';
import type { Sampling } from '../../core/records/sampling.ts';
import type { OpenDocument } from '../../documents/model.ts';
import type { ServerStatus } from '../../inference/model.ts';
import { modelToAsk } from '../../inference/modelToAsk.ts';
import { OFFLINE_BUDGET } from '../../offline/model.ts';
import type { SearchPages, SearchPassages } from '../../protocols/callTool.ts';
import type { KeptTurns } from '../../protocols/restartConversation.ts';
import type { Protocol } from '../../protocols/model.ts';
import { configuredTopLogprobs, pixelsFor } from '../shared/settings.ts';

/** A question as the person composed it. */
export interface QuestionToAsk {
  readonly question: string;
  readonly documents: readonly (Pick<AskedDocument, 'pages' | 'isNarrowed'> & { readonly uri: vscode.Uri })[];
  readonly prompt: Prompt;
  readonly samples: number;
  readonly sampling: Sampling;
  /** Null for the one that the server's entry names, or its first. */
  readonly model: string | null;
  /** Null for the budget of the prompt, or otherwise of the settings. */
  readonly pixels: PixelBudget | null;
  readonly reference: string | null;
  /** How PageTrace chose the pages, if it did. */
  readonly choice?: PageChoice;
  /** Only for a branch of another question. */
  readonly branch?: BranchToAsk;
  /** Only for a question that is answered in several turns. */
  readonly conversation?: ConversationToAsk;
}

/** How a question is answered in several turns. */
export interface ConversationToAsk {
  readonly protocol: Protocol;
  /** What the other tool says; null if the protocol has none. */
  readonly toolWords: string | null;
  /** Whether it stops before each turn, so that a person decides. */
  readonly isStepped: boolean;
  /** The turns of an earlier conversation after which it goes on; missing for one that begins. */
  readonly kept?: KeptTurns;
}

/** The searches of a conversation. */
export interface ConversationSearch {
  readonly search: SearchPages;
  /** Null if the protocol does not search the text. */
  readonly searchPassages: SearchPassages | null;
}

/** For which protocol is searched, and who is told what is being read for it. */
export interface SearchInOptions {
  readonly protocol: Pick<Protocol, 'readsPassages'>;
  readonly report: (message: string) => void;
}

/**
 * The searches of a conversation over all pages of its documents, which are read first.
 * @throws PageTraceError documents that cannot be read; `cancelled`
 */
export type SearchIn = (
  documents: readonly OpenDocument[],
  options: SearchInOptions,
  signal: AbortSignal,
) => Promise<ConversationSearch>;

/** A question for a server that is ready, about documents that are open. */
export function questionFor(
  toAsk: QuestionToAsk,
  status: ServerStatus,
  documents: readonly AskedDocument[],
): Question {
  const offline = status.kind === 'offline-reader';
  return {
    text: toAsk.question,
    documents,
    prompt: toAsk.prompt,
    status,
    model: modelToAsk(status, toAsk.model),
    sampling: toAsk.sampling,
    samples: toAsk.samples,
    // A conversation of several turns has no probabilities.
    topLogprobs: toAsk.conversation === undefined ? configuredTopLogprobs() : null,
    pixels: offline ? OFFLINE_BUDGET : (toAsk.pixels ?? pixelsFor(toAsk.prompt)),
    reference: toAsk.reference,
    ...(toAsk.choice === undefined ? {} : { choice: toAsk.choice }),
  };
}
