import { t } from '@vscode/l10n';
import { PageTraceError } from '../core/errors.ts';
import type { ChoicePage, PageChoice, PagePlace } from '../core/records/pageChoice.ts';
import type { Retriever, SearchedDocument } from './model.ts';

/** How the pages of a question are to be chosen. */
export type ChoiceWay = Pick<PageChoice, 'way' | 'most'>;

/** The most pages that are chosen for a question. */
const MOST_PAGES = 64;

/** Pages that a choice keeps at least, also where fewer are sent: measures look at the first five. */
const KEPT_PAGES = 10;

/**
 * A choice of pages as a person writes it: `auto:3` or `oracle:3`, or without the number; null for anything else, such as
 * page numbers.
 * @throws PageTraceError `bad-input` for a number that is none
 */
export function parseChoice(text: string): ChoiceWay | null {
  const [, way, rest] = /^\s*(auto|oracle)\s*(?::(.*))?$/iu.exec(text) ?? [];
  if (way === undefined) return null;
  const number = rest?.trim() ?? '3';
  const most = /^\d{1,4}$/u.test(number) ? Number(number) : 0;
  if (most < 1 || most > MOST_PAGES)
    throw new PageTraceError('bad-input', t('“{0}” is no choice of pages.', text.trim()), {
      hint: t('Write auto:3 or oracle:3, with a number from 1 to {0}.', MOST_PAGES),
    });
  return { way: way.toLowerCase() === 'auto' ? 'auto' : 'oracle', most };
}

/**
 * The pages that fit a question. If none fits, the first pages are sent, and the choice says so.
 * @throws PageTraceError the errors of the retriever
 */
export async function choosePages(
  question: string,
  documents: readonly (SearchedDocument & { readonly pageCount: number })[],
  {
    retriever,
    most,
    gold = null,
  }: {
    readonly retriever: Retriever;
    readonly most: number;
    /** The pages with the answer, if they are known. */
    readonly gold?: readonly PagePlace[] | null;
  },
  signal: AbortSignal,
): Promise<PageChoice> {
  const found = await retriever.find(question, documents, Math.max(most, KEPT_PAGES), signal);
  const pages = found.map((page, index): ChoicePage => ({ ...page, isSent: index < most }));
  return {
    way: 'auto',
    most,
    retriever: retriever.name,
    pages: found.length > 0 ? pages : firstPages(documents, most),
    gold,
  };
}

function firstPages(
  documents: readonly { readonly pageCount: number }[],
  most: number,
): readonly ChoicePage[] {
  return placesOf(documents)
    .slice(0, most)
    .map((place) => ({ ...place, score: null, reason: { kind: 'unfit' }, isSent: true }));
}

/** All pages of documents. */
export const placesOf = (documents: readonly { readonly pageCount: number }[]): readonly PagePlace[] =>
  documents.flatMap(({ pageCount }, document) =>
    Array.from({ length: pageCount }, (_, index) => ({ document, page: index + 1 })),
  );

/** The pages of a document, by its position, that a choice sends, in their order. */
export function sentPagesOf({ pages }: PageChoice, document: number): readonly number[] {
  return pages.filter((each) => each.isSent && each.document === document).map(({ page }) => page);
}

/**
 * The documents of a question that a choice names, each with the pages that it sends, and the choice by their positions.
 * A question over a thousand documents is sent as one over a few.
 */
export function narrowToChoice<Document>(
  documents: readonly Document[],
  choice: PageChoice,
): {
  readonly documents: readonly { readonly from: Document; readonly pages: readonly number[] }[];
  readonly choice: PageChoice;
} {
  const named = documents.flatMap((from, at) =>
    choice.pages.some(({ document }) => document === at)
      ? [{ from, at, pages: sentPagesOf(choice, at) }]
      : [],
  );
  const positions = new Map(named.map(({ at }, position) => [at, position]));
  return {
    documents: named,
    choice: {
      ...choice,
      pages: choice.pages.map((page) => ({ ...page, document: positions.get(page.document) ?? 0 })),
    },
  };
}
