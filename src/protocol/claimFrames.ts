import { boxHeight, boxWidth, holdsPoint, type PageBox } from '../core/geometry/box.ts';
import type { ClaimStatus } from '../core/grounding/model.ts';
import { wholeNumber } from '../core/displayLocale.ts';
import { claimMark, MISSES_PLACE } from '../core/grounding/claimMark.ts';
import { markPhrase, stepLabel, stepPhrase } from '../core/grounding/claimWords.ts';
import { severityRank, worstMark } from '../core/grounding/severity.ts';
import { t } from '../core/t.ts';
import type { PageClaim } from './document.ts';

/**
 * How a frame is drawn, so that its meaning does not depend on colors.
 *
 * - `solid`: the words of a found claim.
 * - `dashed`: words that differ from the claim.
 * - `dotted`: the words of a claim that are not where it says.
 * - `crossed`: the place that a claim names, which does not have its words.
 * - `corners`: a box, point or crop that the trajectory names.
 * - `thin`: the place that the selected claim names, and any place that cannot be checked.
 */
export type FrameShape = 'solid' | 'dashed' | 'dotted' | 'crossed' | 'corners' | 'thin';

/** The frames around the boxes of one or more claims that have the same boxes and shape. */
export interface ClaimFrame {
  readonly key: string;
  readonly shape: FrameShape;
  /** The worst status of the claims. */
  readonly status: ClaimStatus;
  readonly boxes: readonly PageBox[];
  /** In text order. */
  readonly claims: readonly PageClaim[];
}

/** The selected claim, by its index in the grounding, and the selected step, by its index; null if there is none. */
export interface SelectedClaim {
  readonly claim: number | null;
  readonly step: number | null;
}

/** The most frames in sight; the text below more of them could not be read. */
export const MAX_FRAMES = 60;
/** Half the size of the frame around a point, in points of the page. */
const POINT = 5;

/**
 * The frames of claims by page, from 1. Claims with the same boxes and shape share a frame.
 * @param selected index of the selected claim in the grounding, whose named place is shown too
 */
export function claimFrames(
  claims: readonly PageClaim[],
  selected: number | null,
): ReadonlyMap<number, readonly ClaimFrame[]> {
  const pages = new Map<number, Map<string, ClaimFrame>>();
  const add = (page: number, shape: FrameShape, boxes: readonly PageBox[], claim: PageClaim): void => {
    const frames = pages.get(page) ?? new Map<string, ClaimFrame>();
    pages.set(page, frames);
    const key = [shape, ...boxes.map(boxKey)].join(' ');
    const past = frames.get(key);
    const shared = [...(past?.claims ?? []), claim];
    const status = worstMark(shared.map((one) => one.status));
    frames.set(key, { key, shape, status, boxes, claims: shared });
  };
  for (const claim of claims) {
    if (claim.page !== null && claim.boxes.length > 0) {
      add(claim.page, wordsShape(claim.status), claim.boxes.slice(0, MAX_FRAMES), claim);
    }
    const shape = placeShape(claim, selected);
    if (claim.place !== null && shape !== null) {
      add(claim.place.page, shape, [withSize(claim.place.box)], claim);
    }
  }
  return new Map([...pages].map(([page, frames]) => [page, [...frames.values()]]));
}

/** How far outside of a frame's box a point still belongs to it, in points of the page. */
const SLACK = 2;

/** The claims whose frames are around a point of their page, in points: those framed by their words, otherwise others. */
export function claimsFramedAt(frames: readonly ClaimFrame[], x: number, y: number): readonly PageClaim[] {
  const around = frames.filter(({ boxes }) =>
    boxes.some(({ left, top, right, bottom }) =>
      holdsPoint(
        { left: left - SLACK, top: top - SLACK, right: right + SLACK, bottom: bottom + SLACK },
        x,
        y,
      ),
    ),
  );
  const byWords = around.filter(isAroundWords);
  return (byWords.length > 0 ? byWords : around).flatMap(({ claims }) => claims);
}

/** Whether a frame is around the words of its claims, and not around a place that they name. */
export function isAroundWords({ shape }: ClaimFrame): boolean {
  return WORDS_SHAPES.has(shape);
}

/** The claim to select when some are chosen together: the one after the selected one, otherwise the first. */
export function nextOfClaims(claims: readonly PageClaim[], selected: number | null): PageClaim | undefined {
  const at = claims.findIndex(({ claim }) => claim === selected);
  return claims[(at + 1) % claims.length];
}

/** `Claim 3, step 5, found: 518.9`. */
export function claimTitle(claim: PageClaim): string {
  const number = wholeNumber(claim.claim + 1);
  return t('Claim {0}, {1}, {2}: {3}', number, stepPhrase(claim), markPhrase(claimMark(claim)), claim.said);
}

/** The most steps that a label names. */
const MAX_NAMED = 2;

/** The labels of the steps of claims in the same place, each once: `2`, `2 A`, `2 5 +3`. */
export function frameLabel(claims: readonly PageClaim[]): string {
  const labels = [...new Set(claims.map(stepLabel))];
  if (labels.length <= MAX_NAMED + 1) return labels.join(' ');
  return `${labels.slice(0, MAX_NAMED).join(' ')} +${labels.length - MAX_NAMED}`;
}

/** The shapes of frames around the words of claims. */
const WORDS_SHAPES: ReadonlySet<FrameShape> = new Set<FrameShape>(['solid', 'dashed', 'dotted']);

function wordsShape(status: ClaimStatus): FrameShape {
  switch (status) {
    case 'found':
      return 'solid';
    case 'near':
      return 'dashed';
    case 'elsewhere':
    case 'other-page':
    case 'not-found':
    case 'unknown':
      return 'dotted';
  }
}

function placeShape({ claim, kind, status }: PageClaim, selected: number | null): FrameShape | null {
  if (MISSES_PLACE.has(status)) return 'crossed';
  if (kind === 'box' || kind === 'point' || kind === 'crop') return 'corners';
  return status === 'unknown' || claim === selected ? 'thin' : null;
}

const boxKey = ({ left, top, right, bottom }: PageBox): string =>
  [left, top, right, bottom].map((edge) => edge.toFixed(1)).join(',');

/** The box, or one around its middle that can be seen if it is a point. */
function withSize(box: PageBox): PageBox {
  if (boxWidth(box) > 0 && boxHeight(box) > 0) return box;
  const x = (box.left + box.right) / 2;
  const y = (box.top + box.bottom) / 2;
  return { left: x - POINT, top: y - POINT, right: x + POINT, bottom: y + POINT };
}

/**
 * The frames to draw if there are more than `MAX_FRAMES`: those of the selected claim first, then those of its step,
 * then by status from bad to good, and those nearest to the selected claim in the text.
 * @param frames those in sight
 */
export function chooseFrames(
  frames: readonly ClaimFrame[],
  selected: SelectedClaim | null,
): readonly ClaimFrame[] {
  const count = (some: readonly ClaimFrame[]): number =>
    some.reduce((sum, { boxes }) => sum + boxes.length, 0);
  if (count(frames) <= MAX_FRAMES) return frames;
  const rank = ({ claims, status }: ClaimFrame): number => {
    if (claims.some(({ claim }) => claim === selected?.claim)) return -2;
    return claims.some(({ step }) => step === selected?.step) ? -1 : severityRank(status);
  };
  const distance = ({ claims }: ClaimFrame): number =>
    Math.min(...claims.map(({ claim }) => Math.abs(claim - (selected?.claim ?? 0))));
  const ranked = frames
    .map((frame) => ({ frame, rank: rank(frame), distance: distance(frame) }))
    .sort((one, other) => one.rank - other.rank || one.distance - other.distance);
  let left = MAX_FRAMES;
  const chosen = new Set<ClaimFrame>();
  for (const { frame } of ranked) {
    if (frame.boxes.length > left) continue;
    left -= frame.boxes.length;
    chosen.add(frame);
  }
  return frames.filter((frame) => chosen.has(frame));
}

/** A mark beside the picture of a page: how far down its claims lie, as a share of the page's height. */
export interface ClaimMark {
  readonly at: number;
  /** The worst status of the claims there. */
  readonly status: ClaimStatus;
}

/** The most marks beside one picture; claims at about the same height share one. */
const MAX_MARKS = 20;

/**
 * The marks of a page.
 * @param height of the page, in points
 */
export function claimMarks(frames: readonly ClaimFrame[], height: number): ClaimMark[] {
  const slots = new Map<number, ClaimStatus>();
  for (const { status, boxes } of frames) {
    const [first] = boxes;
    if (first === undefined) continue;
    const middle = (first.top + first.bottom) / 2 / height;
    const slot = Math.min(MAX_MARKS - 1, Math.max(0, Math.floor(middle * MAX_MARKS)));
    slots.set(slot, worstMark([status, slots.get(slot) ?? 'found']));
  }
  return [...slots].sort(([a], [b]) => a - b).map(([slot, status]) => ({ at: slot / MAX_MARKS, status }));
}
