import type * as vscode from 'vscode';
import { once } from '../../core/once.ts';
import type { PageRecognizer } from '../../grounding/model.ts';
import { AskCommands, type AskCommandsDeps } from './askCommands.ts';
import { FittingPages } from './fittingPages.ts';

export interface CreateAskCommandsDeps extends Omit<AskCommandsDeps, 'findPages' | 'searchIn'> {
  readonly context: vscode.ExtensionContext;
  /** Recognizes the text of pages. */
  readonly recognizer: () => Promise<PageRecognizer>;
}

/** The commands that ask a question. What finds pages is created when it is first needed. */
export function createAskCommands(deps: CreateAskCommandsDeps): AskCommands {
  const { context, library, recognizer, servers } = deps;
  const load = once(async (): Promise<FittingPages> => {
    const made = new FittingPages({ context, library, servers, recognizer: await recognizer() });
    context.subscriptions.push(made);
    return made;
  });
  return new AskCommands({
    ...deps,
    findPages: async (draft) => (await load()).find(draft),
    searchIn: async (...searched) => (await load()).searchIn(...searched),
  });
}
