import { t } from '@vscode/l10n';
import { pagesPhrase } from '../../core/countPhrases.ts';
import { asPageTraceError, type ErrorReason } from '../../core/errors.ts';
import type { PageBox } from '../../core/geometry/box.ts';
import type { Size } from '../../core/geometry/size.ts';
import type { Grounding, PageReference } from '../../core/grounding/model.ts';

/** The limits on the pictures of pages in a report. */
export interface PageLimits {
  readonly mostPages: number;
  /** Of all pictures together, as they are in the report. */
  readonly mostCharacters: number;
}

/** A4 pages of text have about 300,000 characters each, as `drawReportPage` of `src/documents` draws them. */
const REPORT_PAGE_LIMITS: PageLimits = { mostPages: 60, mostCharacters: 40_000_000 };

/** The picture of a page. */
export interface PagePicture {
  /** A data URL of a JPEG or PNG image. */
  readonly src: string;
  /** Of the page as displayed, in points. */
  readonly size: Size;
  /** The words of its text, which labels leave uncovered if there is room elsewhere. */
  readonly words: readonly PageBox[];
}

/** A page of a report: its picture, or why there is none. */
export interface ReportPage extends PageReference {
  readonly picture: PagePicture | { readonly missing: string };
}

/** The pages of a report, and sentences about those that it does not show. */
export interface DrawnPages {
  readonly pages: readonly ReportPage[];
  readonly notices: readonly string[];
}

/** The pages that a report shows: those that were sent, then others that claims stand on. Each comes once. */
export function pagesToShow(
  sent: readonly PageReference[],
  groundings: readonly Grounding[],
): readonly PageReference[] {
  const named = groundings.flatMap(({ claims }) => claims.flatMap(({ on }) => (on === null ? [] : [on])));
  const pages = new Map<string, PageReference>();
  for (const { document, page } of [...sent, ...named]) {
    const key = `${page} ${document}`;
    if (!pages.has(key)) pages.set(key, { document, page });
  }
  return [...pages.values()];
}

/** Errors of one page, beside which others of its document can be drawn. */
const OF_ONE_PAGE: ReadonlySet<ErrorReason> = new Set(['page-out-of-range', 'page-timeout', 'page-failed']);

/** How pages are drawn. */
export interface PageDrawing {
  /** @throws PageTraceError if the page cannot be drawn, `cancelled` */
  readonly draw: (page: PageReference) => Promise<PagePicture>;
  /** Called before each page with its number, from 1, and the number of all pages; what it throws ends the drawing. */
  readonly progress?: (page: number, count: number) => void;
  readonly limits?: PageLimits;
}

/**
 * Draws the pages of a report, as many as its limits allow.
 * @throws PageTraceError `cancelled`
 */
export async function drawReportPages(
  wanted: readonly PageReference[],
  { draw, progress, limits = REPORT_PAGE_LIMITS }: PageDrawing,
): Promise<DrawnPages> {
  const pages: ReportPage[] = [];
  /** Why documents cannot be read. */
  const lost = new Map<string, string>();
  let characters = 0;
  let tooMany = 0;
  for (const [index, page] of wanted.entries()) {
    if (lost.has(page.document)) continue;
    if (pages.length >= limits.mostPages || characters >= limits.mostCharacters) {
      tooMany += 1;
      continue;
    }
    progress?.(index + 1, wanted.length);
    try {
      const picture = await draw(page);
      characters += picture.src.length;
      pages.push({ ...page, picture });
    } catch (thrown) {
      const { reason, message } = asPageTraceError(thrown);
      if (reason === 'cancelled') throw thrown;
      if (OF_ONE_PAGE.has(reason)) pages.push({ ...page, picture: { missing: message } });
      else lost.set(page.document, message);
    }
  }
  return {
    pages,
    notices: [
      ...[...new Set(lost.values())].map((message) => t('Pages are not shown: {0}', message)),
      ...(tooMany === 0
        ? []
        : [t('{0} more are not shown, because the file would be too large.', pagesPhrase(tooMany))]),
    ],
  };
}
