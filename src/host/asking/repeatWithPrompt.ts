import type * as vscode from 'vscode';
import type { Prompt } from '../../core/prompts/model.ts';
import type { TrajectoryInfo } from '../../core/records/model.ts';
import type { Servers } from '../servers/servers.ts';
import { configuredSampling } from '../shared/settings.ts';
import { begunAgain } from './draftConversation.ts';
import type { QuestionToAsk } from './questionToAsk.ts';
import { recordedDraft, type DraftDocumentDeps } from './recordedDraft.ts';
import { turnsAgain, type TurnsAgainOptions } from './turnsAgain.ts';

/** A question that was asked before. */
export interface EarlierQuestion {
  readonly info: TrajectoryInfo;
  /** Finds a document that the record names, if it may be read. */
  readonly locate: (reference: string) => Promise<vscode.Uri>;
  readonly samples: number;
}

/** What is needed to ask an earlier question with another prompt. */
export interface RepeatDeps extends DraftDocumentDeps {
  readonly servers: Pick<Servers, 'current'>;
}

/** What is said about a question of a series, of which nothing is asked of the person. */
export interface RepeatOptions {
  /** See `recordedDraft`. */
  readonly warn: (changed: readonly string[]) => void;
  readonly turns: TurnsAgainOptions;
}

/**
 * An earlier question with another prompt, and otherwise as it was asked: about the same pages, with the same sampling
 * except for values that the prompt sets itself.
 * @throws PageTraceError see `recordedDraft` and `turnsAgain`
 */
export async function repeatWithPrompt(
  { info, locate, samples }: EarlierQuestion,
  prompt: Prompt,
  deps: RepeatDeps,
  options?: RepeatOptions,
): Promise<QuestionToAsk> {
  const draft = await recordedDraft(info, locate, samples, deps, options?.warn);
  const begun = { ...draft, conversation: begunAgain(prompt, info) };
  const { question, documents, model } = draft;
  return {
    question,
    documents,
    prompt,
    sampling: { ...configuredSampling(), ...info.sampling, ...prompt.sampling },
    model,
    pixels: prompt.pixels ?? draft.pixels,
    reference: info.reference,
    ...(await turnsAgain(begun, prompt, deps.servers, options?.turns)),
  };
}
