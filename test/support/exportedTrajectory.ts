import { groundTrajectory } from '../../src/core/grounding/groundTrajectory.ts';
import type { Grounding } from '../../src/core/grounding/model.ts';
import { indexPage } from '../../src/core/grounding/pageIndex.ts';
import { parseTrajectory } from '../../src/core/trajectory/parser.ts';
import type { GroundingShown } from '../../src/protocol/grounding.ts';
import type { InspectorState } from '../../src/protocol/inspector.ts';
import type { PagePicture, ReportPage } from '../../src/reports/html/pages.ts';
import type { HtmlExport } from '../../src/reports/html/trajectoryHtml.ts';
import { sample, state } from '../webview/inspector/states.ts';
import { pageOfLines } from './pageWords.ts';

const DOCUMENT = 'annual-report.pdf';

/** The pages that the response of `states.ts` speaks of. */
const PAGES = [
  pageOfLines(['Key figures', '', 'Operating margin   11.2%'], { document: DOCUMENT, page: 3 }),
  pageOfLines(
    [
      'Revenue by region',
      '',
      'in million euros   2024    2023',
      'Europe             301.2   280.1',
      'Asia               217.7   201.8',
      'Total              518.9   481.9',
    ],
    { document: DOCUMENT, page: 4 },
  ),
];

/** The words of those pages, by page. */
export const REPORT_WORDS = new Map(PAGES.map(({ page, words }) => [page, words]));

/** A white picture of one pixel, which the browser stretches over the page. */
const PICTURE: PagePicture = {
  src: 'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mP8/x8AAwMCAO+ip1sAAAAASUVORK5CYII=',
  size: { width: 612, height: 792 },
  words: [],
};

/** What is said of the claims of a response about the annual report. */
export function groundResponse(response: string): GroundingShown {
  return {
    kind: 'grounded',
    grounding: grounding(response),
    withoutText: 0,
    notices: [],
    missing: null,
    partial: false,
  };
}

function grounding(response: string): Grounding {
  const trajectory = parseTrajectory(response, { dialect: 'lang2act', numImages: 2, tools: null });
  const images = PAGES.map(({ document, page, size }, index) => ({ image: index + 1, document, page, size }));
  return groundTrajectory(trajectory, { pages: PAGES.map(indexPage), images });
}

/** An export as HTML of responses about the annual report. */
export function htmlExport(
  change: Partial<InspectorState> = {},
  pages: readonly ReportPage[] = PAGES.map(({ document, page, words }) => ({
    document,
    page,
    picture: { ...PICTURE, words: words.map(({ box }) => box) },
  })),
): HtmlExport {
  const shown = state({ samples: [sample({ verdict: 'wrong', verdictBy: 'person' })], ...change });
  return {
    state: shown,
    prompt: 'lang2act',
    composite: null,
    samples: shown.samples.map((_, index) => index),
    groundings: shown.samples.map(({ text }) => groundResponse(text)),
    pages,
    notices: [],
  };
}
