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

/** A passage of the text of a page. */
export interface Passage extends PageOfDocuments {
  readonly text: string;
}

/** Finds the passages that fit a query best, the best first. */
export type SearchPassages = (
  query: string,
  most: number,
  signal: AbortSignal,
) => Promise<readonly Passage[]>;

/** What tools need. */
export interface ToolDeps {
  readonly showPage: ShowPage;
  /** Null if nothing can search. */
  readonly search: SearchPages | null;
  /** Missing if nothing can search the text. */
  readonly searchPassages?: SearchPassages | null;
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
  const images = made.kind === 'shown' ? [...conversation.images, ...made.images] : conversation.images;
  const result = made.kind === 'shown' ? shownResult(call, made.images.length, images.length) : made;
  const parts = protocol.reply(result, call, { ...conversation, images });
  const milliseconds = deps.now() - begun;
  return {
    ...conversation,
    images,
    turns: [...conversation.turns, { speaker: 'tool', call, result, parts, milliseconds }],
  };
}

type Made =
  | Exclude<Result, { kind: 'image' | 'images' }>
  | { readonly kind: 'shown'; readonly images: readonly ShownImage[] };

/** The result of a call that has added images, which are the last ones. */
function shownResult(call: Call | null, added: number, images: number): Result {
  if (call?.kind !== 'search' || call.brings === undefined) return { kind: 'image', image: images };
  return { kind: 'images', images: Array.from({ length: added }, (_, at) => images - added + at + 1) };
}

async function make(
  call: Call,
  { images }: Conversation,
  { showPage, toolWords, ...deps }: ToolDeps,
  signal: AbortSignal,
): Promise<Made> {
  switch (call.kind) {
    case 'crop':
      return { kind: 'shown', images: [await showPage(call.page, call.region, signal)] };
    case 'tool':
      if (toolWords === null)
        throw new PageTraceError('bad-input', t('What the other tool {0} says is not known.', call.name), {
          hint: t('Give its result with the question.'),
        });
      return { kind: 'text', text: toolWords };
    case 'search': {
      if (call.brings?.what === 'passages') return passagesFor(call.query, call.brings.most, deps, signal);
      const before = images.filter(({ region }) => region === null);
      const most = call.brings?.most ?? 1;
      const found = await newPages(call.query, most, before, deps.search, signal);
      if (found.length === 0) return { kind: 'nothing' };
      return {
        kind: 'shown',
        images: await Promise.all(found.map((page) => showPage(page, null, signal))),
      };
    }
  }
}

/** The best pages for a query that were not shown before. */
async function newPages(
  query: string,
  most: number,
  before: readonly PageOfDocuments[],
  search: SearchPages | null,
  signal: AbortSignal,
): Promise<readonly PageOfDocuments[]> {
  if (search === null) throw noSearch();
  const found: PageOfDocuments[] = [];
  while (found.length < most) {
    const known = [...before, ...found];
    const next = await search(query, known, signal);
    if (next === null) break;
    if (known.some(({ document, page }) => document === next.document && page === next.page)) break;
    found.push(next);
  }
  return found;
}

async function passagesFor(
  query: string,
  most: number,
  { searchPassages = null }: Pick<ToolDeps, 'searchPassages'>,
  signal: AbortSignal,
): Promise<Made> {
  if (searchPassages === null) throw noSearch();
  const found = await searchPassages(query, most, signal);
  if (found.length === 0) return { kind: 'nothing' };
  const texts = found.map(
    ({ document, page, text }, at) => `Passage ${at + 1} (document ${document + 1}, page ${page}):\n${text}`,
  );
  return { kind: 'text', text: texts.join('\n\n') };
}

const noSearch = (): PageTraceError =>
  new PageTraceError('bad-input', t('The model wants to search, but there is no search.'));
