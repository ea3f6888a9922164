import fs from 'node:fs';
import type { PageBox } from '../../src/core/geometry/box.ts';
import { lineBoxes, lineExtents, type Word } from '../../src/core/geometry/word.ts';
import { groundTrajectory } from '../../src/core/grounding/groundTrajectory.ts';
import type { CitedImage, ClaimStatus, GroundedClaim } from '../../src/core/grounding/model.ts';
import { indexPage, type PageIndex } from '../../src/core/grounding/pageIndex.ts';
import { chooseDialect } from '../../src/core/trajectory/detect.ts';
import { DIALECT_NAMES } from '../../src/core/trajectory/dialects/names.ts';
import { parseTrajectory } from '../../src/core/trajectory/parser.ts';
import { boxOverlap } from './boxOverlap.ts';
import { type ExpectedClaim, type MarkedResponse, readMarkedResponses } from './markedClaims.ts';
import { type StoredWords, wordsOfPage } from './storedWords.ts';

const folder = new URL('../fixtures/grounding/heldOut/', import.meta.url);

/** A marked claim, and what grounding says of it. */
export interface MeasuredClaim {
  readonly name: string;
  readonly expected: ExpectedClaim & { readonly status: ClaimStatus };
  /** Null if no claim was read there. */
  readonly grounded: GroundedClaim | null;
  /** Whether it is on the right page and in the right boxes; null if that is not measured. */
  readonly inPlace: boolean | null;
}

/** What grounding says of the marked claims of some files. */
export interface HeldOutResult {
  readonly measured: readonly MeasuredClaim[];
  /** Claims that were read where there are none. */
  readonly spurious: readonly GroundedClaim[];
}

/** Grounds the responses of files such as `first.txt` from end to end. */
export function groundHeldOut(files: readonly string[]): HeldOutResult {
  const stored = ['words.json', 'moreWords.json', 'fifthWords.json'].flatMap(
    (file) => JSON.parse(fs.readFileSync(new URL(file, folder), 'utf8')) as readonly StoredWords[],
  );
  const indexes = stored.map((page) => indexPage(wordsOfPage(page)));
  const measured: MeasuredClaim[] = [];
  const spurious: GroundedClaim[] = [];
  for (const file of files) {
    for (const marked of readMarkedResponses(fs.readFileSync(new URL(file, folder), 'utf8'))) {
      const claims = ground(marked, indexes);
      for (const expected of marked.claims) {
        const grounded = atSpan(claims, expected);
        const { status } = expected;
        if (status === 'none' && grounded !== null) spurious.push(grounded);
        if (status === 'none' || status === 'any') continue;
        const inPlace = grounded?.status === status ? isInPlace(grounded, marked, expected, indexes) : null;
        measured.push({ name: marked.name, expected: { ...expected, status }, grounded, inPlace });
      }
    }
  }
  return { measured, spurious };
}

function ground(
  { response, images, dialect, size }: MarkedResponse,
  indexes: readonly PageIndex[],
): readonly GroundedClaim[] {
  const named = DIALECT_NAMES.find((one) => one === dialect) ?? null;
  const sent = images.map(({ document, page }, at): CitedImage => {
    const { width, height } = pageOf(indexes, document, page).page.size;
    return { image: at + 1, document, page, size: size ?? { width: 2 * width, height: 2 * height } };
  });
  const context = {
    dialect: chooseDialect(named, '', response).dialect,
    numImages: images.length,
    tools: null,
  };
  const pages = indexes.filter(({ page }) => images.some(({ document }) => document === page.document));
  return groundTrajectory(parseTrajectory(response, context), { pages, images: sent }).claims;
}

function pageOf(indexes: readonly PageIndex[], document: string, page: number): PageIndex {
  const index = indexes.find((one) => one.page.document === document && one.page.page === page);
  if (index === undefined) throw new Error(`There is no page ${page} of ${document}.`);
  return index;
}

/** The claim with most characters in common with a mark. */
function atSpan(claims: readonly GroundedClaim[], { span }: ExpectedClaim): GroundedClaim | null {
  const share = (claim: GroundedClaim): number => {
    const common = Math.min(claim.span.end, span.end) - Math.max(claim.span.start, span.start);
    return common / (Math.max(claim.span.end, span.end) - Math.min(claim.span.start, span.start));
  };
  const best = claims.toSorted((one, other) => share(other) - share(one))[0];
  return best === undefined || share(best) <= 0 ? null : best;
}

function isInPlace(
  grounded: GroundedClaim,
  { images }: MarkedResponse,
  { image, words }: ExpectedClaim,
  indexes: readonly PageIndex[],
): boolean | null {
  const on = image === null ? undefined : images[image - 1];
  if (on === undefined) return null;
  if (grounded.on?.document !== on.document || grounded.on.page !== on.page) return false;
  if (words === null) return null;
  const places = placesOf(pageOf(indexes, on.document, on.page).page.words, words);
  if (places.length === 0) throw new Error(`“${words.text}” is not on page ${on.page} of ${on.document}.`);
  return places.some((boxes) => boxOverlap(grounded.boxes, boxes) >= 0.5);
}

/** Where some words stand on a page, behind other words if these are given: white space, case, and quotes do not count. */
function placesOf(
  words: readonly Word[],
  { before, text }: { readonly before: string; readonly text: string },
): PageBox[][] {
  const wordAt: Word[] = [];
  let all = '';
  for (const word of words) {
    const plain = plainText(word.continues === true ? word.text.replace(/[-\u2010]$/, '') : word.text);
    wordAt.push(...Array.from(plain, () => word));
    all += plain;
  }
  const first = plainText(before);
  const wanted = plainText(text);
  const extents = lineExtents(words);
  const places: PageBox[][] = [];
  for (let at = all.indexOf(first + wanted); at >= 0; at = all.indexOf(first + wanted, at + 1)) {
    const from = at + first.length;
    const found = [...new Set(wordAt.slice(from, from + wanted.length))];
    const parts = found.map((word) => ({ word, start: 0, end: word.text.length }));
    places.push(lineBoxes(parts, extents));
  }
  return places;
}

function plainText(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s\u00ad"“”„«»]/g, '')
    .replaceAll('’', "'");
}
