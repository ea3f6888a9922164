import type { PageBox } from '../geometry/box.ts';
import type { WordPart } from '../geometry/word.ts';
import { cellLabelsAt, holdsRow, type SelectedPlace } from './cell.ts';
import { findNearCode } from './codes.ts';
import { contentOf } from './content.ts';
import type { SeenImages } from './crops.ts';
import { findNearNumber, sourceOf, wordsOf, type NearMatch } from './findNear.ts';
import { findNearWords } from './matchApproximately.ts';
import { findMatches, type Match } from './findMatches.ts';
import type { SearchBudget } from './matchWords.ts';
import type {
  CellLabels,
  CitedImage,
  Claim,
  ClaimStatus,
  Difference,
  GroundedClaim,
  NamedPlace,
  PageReference,
} from './model.ts';
import { nearestNames } from './missingNames.ts';
import { differenceInCell, namePlace } from './namedPlace.ts';
import type { PageIndex } from './pageIndex.ts';
import {
  describedPlace,
  namesWords,
  readPlaceArgs,
  valuePlace,
  type DescribedPlace,
  type PlaceArgs,
} from './regionClaim.ts';
import { seekText } from './soughtText.ts';
import { tokenize, type Tokens } from './tokens.ts';

/** The pages that claims are looked for on. */
export interface SearchedPages {
  /** The text of the response. */
  readonly text: string;
  readonly sent: readonly PageIndex[];
  /** Pages of the documents that were not sent. */
  readonly unsent: readonly PageIndex[];
  readonly seen: SeenImages;
  /** Whether some page that was sent has no text. */
  readonly lacksText: boolean;
  readonly pageOf: (page: PageReference) => PageIndex | undefined;
}

/** How sure statuses are that rest on no match; docs/grounding.md lists them. */
const CERTAIN = 1;
const UNSURE = 0.5;
/** A claim of so many words that say something is a sentence. */
const MIN_SENTENCE = 5;
/** A word in a selected place may reach out of it by this many points. */
const MARGIN = 2;

/** A claim with all that does not depend on what is found. */
type Base = Pick<
  GroundedClaim,
  'span' | 'text' | 'kind' | 'alsoCites' | 'step' | 'action' | 'place' | 'box' | 'cited'
>;

/** What the pages say of a claim; a box is `unknown`, until `groundBox` places it. */
export function groundClaim(claim: Claim, pages: SearchedPages, budget: SearchBudget): GroundedClaim {
  return new ClaimSearch(claim, pages, budget).ground();
}

class ClaimSearch {
  readonly #claim: Claim;
  readonly #pages: SearchedPages;
  readonly #budget: SearchBudget;
  readonly #base: Base;
  /** The pages that the claim cites, or the only page that was sent; empty if their words are not known. */
  readonly #cited: readonly PageIndex[];
  /** The other pages that were sent. */
  readonly #others: readonly PageIndex[];
  readonly #citesNone: boolean;

  constructor(claim: Claim, pages: SearchedPages, budget: SearchBudget) {
    const { image, ...rest } = claim;
    this.#claim = claim;
    this.#pages = pages;
    this.#budget = budget;
    const imageOf = (one: number | null): CitedImage[] => {
      const seen = one === null ? undefined : pages.seen.images.get(one);
      return seen === undefined ? [] : [seen.sent];
    };
    const [shown] = imageOf(image);
    this.#base = {
      ...rest,
      cited: image === null ? null : { image, document: shown?.document ?? null, page: shown?.page ?? null },
    };
    const images = [image, ...(claim.alsoCites ?? [])].flatMap(imageOf);
    this.#citesNone = images.length === 0;
    const cited = [...new Set(images.flatMap((one) => pages.pageOf(one) ?? []))];
    // Where one page was sent, args need not name it.
    this.#cited = this.#citesNone && pages.sent.length === 1 ? pages.sent : cited;
    this.#others = pages.sent.filter((index) => !this.#cited.includes(index));
  }

  ground(): GroundedClaim {
    const { box, kind } = this.#claim;
    if (box !== null) return this.#nowhere('unknown', UNSURE);
    return kind === 'region' ? this.#groundRegion() : this.#groundText();
  }

  #groundText(): GroundedClaim {
    const { text } = this.#claim;
    const tokens = tokenize(text);
    const args = this.#placeArgs();
    const selected = this.#selectedPlaces(tokens, args);
    const places = new Map([...selected].map(([index, { boxes }]) => [index, boxes]));
    const [named = null] = [...selected].flatMap(([index, one]) => {
      const place = namePlace(index, one);
      return place === null ? [] : [{ index, place }];
    });
    const place = named?.place ?? null;
    const sought = seekText(text, tokens);
    const search = (on: readonly PageIndex[]): Match[] => findMatches(on, sought, this.#budget);
    const onCited = search(this.#cited);
    const inPlace =
      onCited.find((match) => isInPlace(match, places.get(match.index))) ??
      onCited.find((match) => selected.get(match.index)?.kind !== 'cell' && !isInTable(match));
    if (inPlace !== undefined) return this.#stands('found', inPlace, place);
    const withCell = (grounded: GroundedClaim): GroundedClaim => {
      const difference =
        named === null || args === null
          ? null
          : differenceInCell(sought, args.tokens, named.place, named.index);
      return difference === null ? grounded : { ...grounded, difference };
    };
    const nearest = nearestTo(place?.box ?? null, onCited);
    if (nearest !== undefined)
      return withCell({ ...this.#stands('elsewhere', nearest, place), ...cellOf(nearest) });
    const [onOther] = search(this.#others);
    if (onOther !== undefined) {
      return this.#citesNone
        ? this.#stands('found', onOther, place)
        : withCell(this.#stands('other-page', onOther, place));
    }
    if (this.#isUnread()) return this.#nowhere('unknown', UNSURE, place);
    const near = this.#near(tokens, text, places);
    if (near !== null && differsInWords(near)) return this.#stands('near', matchOf(near), place);
    if (near !== null) {
      const isHere = this.#citesNone || this.#cited.includes(near.index);
      return this.#stands(isHere ? 'found' : 'other-page', { ...matchOf(near), difference: null }, place);
    }
    const [onUnsent] = search(this.#pages.unsent);
    if (onUnsent !== undefined) return withCell(this.#stands('not-found', onUnsent, place));
    return withCell(this.#nowhere('not-found', CERTAIN, place));
  }

  #near(tokens: Tokens, text: string, places: ReadonlyMap<PageIndex, readonly PageBox[]>): NearMatch | null {
    const pages = [...this.#cited, ...this.#others];
    const isPreferred = (index: PageIndex, token: number): boolean =>
      index.partsOf(token, token + 1).some((part) => isInside(part, places.get(index) ?? []));
    return (
      findNearCode(text, pages) ??
      findNearNumber(tokens, text, pages, isPreferred) ??
      findNearWords(tokens, text, this.#cited) ??
      findNearWords(tokens, text, this.#others)
    );
  }

  /** The args of the claim's tool call; null if they select nothing. */
  #placeArgs(): PlaceArgs | null {
    const { place } = this.#claim;
    return place === null ? null : readPlaceArgs(this.#pages.text.slice(place.start, place.end));
  }

  /** The places that the args select, on each page that the claim cites. */
  #selectedPlaces(tokens: Tokens, args: PlaceArgs | null): ReadonlyMap<PageIndex, SelectedPlace> {
    const places = new Map<PageIndex, SelectedPlace>();
    if (args === null) return places;
    const isSentence = contentOf(tokens).filter((at) => !tokens.numbers.has(at)).length >= MIN_SENTENCE;
    for (const index of this.#cited) {
      const selected = valuePlace(index, args, this.#budget);
      if (selected === null) continue;
      // A word of the args that is also the head of a column (`Note`) does not say that a sentence stands there.
      if (selected.kind === 'cell' || !isSentence) places.set(index, selected);
    }
    return places;
  }

  #groundRegion(): GroundedClaim {
    const args = readPlaceArgs(this.#claim.text);
    if (args === null) return this.#nowhere('unknown', UNSURE);
    const placeOn = (pages: readonly PageIndex[]): DescribedPlace[] =>
      pages.flatMap((index) => describedPlace(index, args, this.#budget) ?? []);
    const isWhole = ({ missing }: DescribedPlace): boolean => missing.length === 0;
    const onCited = placeOn(this.#cited);
    const whole = onCited.find(isWhole);
    if (whole !== undefined) return this.#described('found', whole);
    const other = placeOn(this.#others).find(isWhole);
    if (other !== undefined) return this.#described(this.#citesNone ? 'found' : 'other-page', other);
    if (!namesWords(args) || this.#isUnread()) return this.#nowhere('unknown', UNSURE);
    const pages = [...this.#cited, ...this.#others];
    const [partly] = onCited.filter(({ missing }) => missing.length > 0);
    const [first] = partly?.missing ?? [];
    if (partly === undefined || first === undefined) return this.#nowhere('not-found', CERTAIN);
    const text = sourceOf(args.tokens, args.source, first.from, first.to);
    const near = findNearWords(tokenize(text), text, pages);
    // A word of a sentence is not what is missing in a table.
    const isNear = near !== null && (partly.selected === null || isOfTable(near, partly.selected));
    if (isNear) return this.#stands('near', matchOf(near));
    const place = placeOf(partly.index, partly.selected);
    const named = partlyNamed(partly, text, args);
    return { ...this.#nowhere('not-found', CERTAIN, named.partly === undefined ? place : null), ...named };
  }

  #described(status: ClaimStatus, { index, selected, ranges }: DescribedPlace): GroundedClaim {
    const inBoxes = selected?.boxes.map((box) => index.partsIn(box)) ?? [];
    const parts = inBoxes[0] ?? ranges.flatMap(({ from, to }) => index.partsOf(from, to));
    return {
      ...this.#base,
      ...this.#on(index, parts),
      // A table is framed as a whole, and not line by line.
      ...(selected?.kind === 'table' ? { boxes: selected.boxes.slice(0, 1) } : {}),
      status,
      // What is on another page is not the place that is meant.
      namedPlace: status === 'found' ? placeOf(index, selected) : null,
      words: parts.map(({ word, start, end }) => word.text.slice(start, end)).join(' '),
      difference: null,
      confidence: CERTAIN,
      occurrences: Math.max(1, inBoxes.length),
    };
  }

  /** Whether a page that the claim may stand on has no text. */
  #isUnread(): boolean {
    if (this.#citesNone) return this.#pages.lacksText;
    return this.#cited.length === 0 || this.#cited.some(({ hasText }) => !hasText);
  }

  #stands(status: ClaimStatus, match: Match, namedPlace: NamedPlace | null = null): GroundedClaim {
    const { index, ranges, occurrences, difference } = match;
    const parts = ranges.flatMap(({ from, to }) => index.partsOf(from, to));
    const recognized = Math.min(100, ...parts.map(({ word }) => word.confidence ?? 100)) / 100;
    return {
      ...this.#base,
      ...this.#on(index, parts),
      status,
      namedPlace,
      words: ranges.map((range) => wordsOf(index, range)).join(' '),
      difference,
      confidence: match.confidence * recognized,
      occurrences,
    };
  }

  #on(index: PageIndex, parts: readonly WordPart[]): Pick<GroundedClaim, 'on' | 'sent' | 'boxes' | 'source'> {
    const { document, page, source } = index.page;
    const isRecognized = parts.some(({ word }) => word.confidence !== undefined);
    return {
      on: { document, page },
      sent: this.#pages.sent.includes(index),
      boxes: index.boxesOf(parts),
      source: isRecognized ? 'ocr' : source,
    };
  }

  #nowhere(status: ClaimStatus, confidence: number, namedPlace: NamedPlace | null = null): GroundedClaim {
    return {
      ...this.#base,
      status,
      on: null,
      sent: false,
      boxes: [],
      namedPlace,
      words: '',
      difference: null,
      source: null,
      confidence,
      occurrences: 0,
    };
  }
}

/** Whether a page has other words: it has the same if only units and marks differ. */
function differsInWords({ difference: { said, pageHas } }: NearMatch): boolean {
  return said !== '' || pageHas !== '';
}

/** Whether words are among those that say what the tables of a place are about. */
function isOfTable({ index, ranges }: NearMatch, { tables }: SelectedPlace): boolean {
  const keys = ranges.flatMap(({ from, to }) => index.tokens.keys.slice(from, to));
  return tables.some((table) => keys.some((key) => index.wordsAbout(table).has(key)));
}

/** The place that a description selects on a page. */
function placeOf(index: PageIndex, selected: SelectedPlace | null): NamedPlace | null {
  const box = selected?.boxes[0];
  const { document, page } = index.page;
  return box === undefined ? null : { on: { document, page }, box };
}

/** What of a place is there and what is not; nothing if no row and no column is. */
function partlyNamed(
  { selected, index }: DescribedPlace,
  missing: string,
  { tokens, source }: PlaceArgs,
): Pick<GroundedClaim, 'partly'> {
  if (selected?.kind !== 'row' && selected?.kind !== 'column') return {};
  const named = [...selected.named].sort((one, other) => one - other);
  const found = sourceOf(tokens, source, named[0] ?? 0, (named.at(-1) ?? 0) + 1);
  const { document, page } = index.page;
  const lacks = selected.kind === 'row' ? 'column' : 'row';
  return {
    partly: { on: { document, page }, lacks, missing, found, nearest: nearestNames(selected, missing) },
  };
}

function matchOf(near: NearMatch & { readonly difference: Difference }): Match {
  return { ...near, occurrences: 1 };
}

/** The match that is nearest to a place; the first one if there is no place. */
function nearestTo(place: PageBox | null, matches: readonly Match[]): Match | undefined {
  if (place === null) return matches[0];
  const distance = ({ index, ranges: [first] }: Match): number => {
    const box = first === undefined ? undefined : index.partsOf(first.from, first.to)[0]?.word.box;
    if (box === undefined) return Infinity;
    return Math.hypot(
      (box.left + box.right - place.left - place.right) / 2,
      (box.top + box.bottom - place.top - place.bottom) / 2,
    );
  };
  const [nearest] = matches
    .map((match) => ({ match, away: distance(match) }))
    .sort((one, other) => one.away - other.away);
  return nearest?.match;
}

/** The one cell of a table that the words of a match stand in; nothing if they stand in none or in several. */
function cellOf({ index, ranges }: Match): Pick<GroundedClaim, 'standsIn'> {
  const cells = new Map<string, CellLabels>();
  for (const { word } of ranges.flatMap(({ from, to }) => index.partsOf(from, to))) {
    const { left, top, right, bottom } = word.box;
    const labels = cellLabelsAt(index.places(), (left + right) / 2, (top + bottom) / 2);
    if (labels !== null) cells.set(JSON.stringify(labels), labels);
  }
  const [standsIn] = cells.values();
  return standsIn === undefined || cells.size > 1 ? {} : { standsIn };
}

/** Whether a match begins in a row of a table, or in a label with its value. */
function isInTable({ index, ranges: [first] }: Match): boolean {
  const box = first === undefined ? undefined : index.page.words[index.wordAt[first.from] ?? 0]?.box;
  return (
    box !== undefined && holdsRow(index.places(), (box.left + box.right) / 2, (box.top + box.bottom) / 2)
  );
}

/** Whether a match stands in one of the places: one of its numbers, or most of its words if it has none. */
function isInPlace({ index, ranges }: Match, boxes: readonly PageBox[] | undefined): boolean {
  if (boxes === undefined) return true;
  const tokens = ranges.flatMap(({ from, to }) => Array.from({ length: to - from }, (_, at) => from + at));
  const inside = (token: number): boolean =>
    index.partsOf(token, token + 1).some((part) => isInside(part, boxes));
  const numbers = tokens.filter((token) => index.tokens.numbers.get(token)?.[0]?.inDigits === true);
  if (numbers.length > 0) return numbers.some(inside);
  return tokens.filter(inside).length * 2 >= tokens.length;
}

function isInside({ word: { box } }: WordPart, boxes: readonly PageBox[]): boolean {
  const x = (box.left + box.right) / 2;
  const y = (box.top + box.bottom) / 2;
  return boxes.some(
    ({ left, top, right, bottom }) =>
      x >= left - MARGIN && x <= right + MARGIN && y >= top - MARGIN && y <= bottom + MARGIN,
  );
}
