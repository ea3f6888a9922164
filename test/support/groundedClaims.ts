import { seeImages } from '../../src/core/grounding/crops.ts';
import { groundClaims } from '../../src/core/grounding/groundTrajectory.ts';
import type { CitedImage, Claim, GroundedClaim, PageWords } from '../../src/core/grounding/model.ts';
import { indexPage, type PageIndex } from '../../src/core/grounding/pageIndex.ts';
import { parseTrajectory } from '../../src/core/trajectory/parser.ts';

/** What a test says of a claim; the rest is that of a quote in the think part. */
export interface TestClaim extends Partial<Omit<Claim, 'place' | 'text'>> {
  readonly text: string;
  /** The args of its tool call. */
  readonly args?: string;
}

/** Grounds claims on pages, of which the first `sent` were sent, as images of twice their size. */
export function groundTexts(
  claims: readonly TestClaim[],
  pages: readonly (PageWords | PageIndex)[],
  sent = pages.length,
): GroundedClaim[] {
  const indexes = pages.map((page) => ('tokens' in page ? page : indexPage(page)));
  const images = indexes.slice(0, sent).map(({ page }, index): CitedImage => ({
    image: index + 1,
    document: page.document,
    page: page.page,
    size: { width: 2 * page.size.width, height: 2 * page.size.height },
  }));
  let text = '';
  const read = claims.map(({ args, ...claim }): Claim => {
    const place = args === undefined ? null : { start: text.length, end: text.length + args.length };
    text += args ?? '';
    return {
      span: { start: 0, end: claim.text.length },
      kind: 'quote',
      image: 1,
      step: 0,
      action: 1,
      box: null,
      place,
      ...claim,
    };
  });
  const none = parseTrajectory('', { dialect: 'lang2act', numImages: null, tools: null });
  return groundClaims(read, { pages: indexes, images }, text, seeImages(none, images));
}

/** A found claim without boxes on page 4 of a report, with some values of its own. */
export function groundedClaim(values: Partial<GroundedClaim> = {}): GroundedClaim {
  return {
    span: { start: 0, end: 5 },
    text: '518.9',
    kind: 'observation',
    step: 2,
    action: 1,
    place: null,
    box: null,
    cited: { image: 1, document: 'report.pdf', page: 4 },
    status: 'found',
    on: { document: 'report.pdf', page: 4 },
    sent: true,
    boxes: [],
    namedPlace: null,
    words: '518.9',
    difference: null,
    source: 'text',
    confidence: 1,
    occurrences: 1,
    ...values,
  };
}
