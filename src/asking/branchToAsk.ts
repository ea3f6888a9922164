import type { Question, QuestionParent } from './model.ts';
import type { InferenceDeps, ServerStatus } from '../inference/model.ts';
import { modelToAsk } from '../inference/modelToAsk.ts';

/** What a question to ask is a branch of. */
export interface BranchToAsk extends Pick<QuestionParent, 'id' | 'sample' | 'file'> {
  /** The text that the server continues; null if the question is asked from the beginning. */
  readonly continued: string | null;
}

/**
 * What a question is a branch of, with the text that the server really continues.
 * @throws PageTraceError `server-refused` if the server cannot continue a response
 */
export async function branchOf(
  { branch, model }: { readonly branch?: BranchToAsk; readonly model: string | null },
  status: ServerStatus,
  deps: InferenceDeps,
  signal: AbortSignal,
): Promise<Pick<Question, 'parent' | 'continued'>> {
  if (branch === undefined) return {};
  const { continued: text, ...parent } = branch;
  if (text === null) return { parent: { ...parent, end: null } };
  const { continuedText } = await import('../inference/continuation.ts');
  const continued = await continuedText(
    { status, model: modelToAsk(status, model), continued: text, signal },
    deps,
  );
  return { parent: { ...parent, end: continued.length }, continued };
}
