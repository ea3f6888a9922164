import { t } from '@vscode/l10n';
import { asPageTraceError, PageTraceError } from '../core/errors.ts';
import type { Action, Call, Conversation, PageOfDocuments, Protocol, Result, ShownImage } from './model.ts';
import type { ShowPage } from './showPages.ts';
import { within } from './timeLimit.ts';

/** Finds the page that fits a query best, other than those of `exclude`; null if there is none. */
export type SearchPages = (
  query: string,
  exclude: readonly PageOfDocuments[],
  signal: AbortSignal,
) => Promise<PageOfDocuments | null>;

/** What tools need. */
export interface ToolDeps {
  readonly showPage: ShowPage;
  /** Null if nothing can search. */
  readonly search: SearchPages | null;
  /** What another tool says, such as the boxes of another model as JSON text; null if that is not known. */
  readonly toolWords: string | null;
  readonly now: () => number;
  readonly limits: { readonly call: number };
  readonly signal: AbortSignal;
}

/** The conversation after a call was made, or refused; or why it failed. */
export async function callTool(
  action: Extract<Action, { kind: 'call' | 'refuse' }>,
  conversation: Conversation,
  protocol: Protocol,
  deps: ToolDeps,
): Promise<Conversation | { readonly error: PageTraceError }> {
  const begun = deps.now();
  const { call } = action;
  let made: Made;
  try {
    made =
      action.kind === 'refuse'
        ? { kind: 'refused', why: action.why }
        : await within(deps.limits.call, deps.signal, (signal) =>
            make(action.call, conversation, deps, signal),
          );
  } catch (error) {
    return { error: asPageTraceError(error) };
  }
  const images = made.kind === 'shown' ? [...conversation.images, made.image] : conversation.images;
  const result: Result = made.kind === 'shown' ? { kind: 'image', image: images.length } : made;
  const parts = protocol.reply(result, call, { ...conversation, images });
  const milliseconds = deps.now() - begun;
  return {
    ...conversation,
    images,
    turns: [...conversation.turns, { speaker: 'tool', call, result, parts, milliseconds }],
  };
}

type Made = Exclude<Result, { kind: 'image' }> | { readonly kind: 'shown'; readonly image: ShownImage };

async function make(
  call: Call,
  { images }: Conversation,
  { showPage, search, toolWords }: ToolDeps,
  signal: AbortSignal,
): Promise<Made> {
  switch (call.kind) {
    case 'crop':
      return { kind: 'shown', image: await showPage(call.page, call.region, signal) };
    case 'tool':
      if (toolWords === null)
        throw new PageTraceError('bad-input', t('What the other tool {0} says is not known.', call.name), {
          hint: t('Give its result with the question.'),
        });
      return { kind: 'text', text: toolWords };
    case 'search': {
      if (search === null)
        throw new PageTraceError('bad-input', t('The model wants to search, but there is no search.'));
      const shown = images.filter(({ region }) => region === null);
      const found = await search(call.query, shown, signal);
      const isNew =
        found !== null &&
        !shown.some(({ document, page }) => document === found.document && page === found.page);
      return isNew ? { kind: 'shown', image: await showPage(found, null, signal) } : { kind: 'nothing' };
    }
  }
}
