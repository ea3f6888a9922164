import type * as vscode from 'vscode';
import type { Prompt } from '../../core/prompts/model.ts';
import type { TrajectoryInfo } from '../../core/records/model.ts';
import { configuredSampling } from '../shared/settings.ts';
import type { QuestionToAsk } from './questionToAsk.ts';
import { recordedDraft, type DraftDocumentDeps } from './recordedDraft.ts';

/** A question that was asked before. */
export interface EarlierQuestion {
  readonly info: TrajectoryInfo;
  /** Finds a document that the record names, if it may be read. */
  readonly locate: (reference: string) => Promise<vscode.Uri>;
  readonly samples: number;
}

/**
 * An earlier question with another prompt, and otherwise as it was asked: about the same pages, with the same sampling
 * except for values that the prompt sets itself.
 * @param warn see `recordedDraft`
 * @throws PageTraceError see `recordedDraft`
 */
export async function repeatWithPrompt(
  { info, locate, samples }: EarlierQuestion,
  prompt: Prompt,
  deps: DraftDocumentDeps,
  warn?: (changed: readonly string[]) => void,
): Promise<QuestionToAsk> {
  const draft = await recordedDraft(info, locate, samples, deps, warn);
  return {
    ...draft,
    prompt,
    sampling: { ...configuredSampling(), ...info.sampling, ...prompt.sampling },
    pixels: prompt.pixels ?? draft.pixels,
    reference: info.reference,
  };
}
