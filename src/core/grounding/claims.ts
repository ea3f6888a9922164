import { strip } from '../python/strip.ts';
import type { Span } from '../span.ts';
import { ACTION_KINDS } from '../trajectory/actionKinds.ts';
import { dialectOf } from '../trajectory/dialects/registry.ts';
import type { Step, Trajectory } from '../trajectory/model.ts';
import type { BoxPart, EvidenceItem, PointPart } from '../trajectory/partModel.ts';
import { splitAnswer } from './claims/answerParts.ts';
import { readMentions } from './claims/prose.ts';
import { imagesOfArgs, readRegions } from './claims/regions.ts';
import { splitSentences } from './claims/sentences.ts';
import { readComputationsIn } from './computations/namedComputations.ts';
import { boxOfPart, seeImages } from './crops.ts';
import type { SeenImages } from './crops.ts';
import type { CitedImage, Claim, ClaimBox, ClaimKind } from './model.ts';

/** The most claims that are read before the answer. */
export const MOST_CLAIMS = 20_000;
/** The most parts of an answer. */
const MOST_ANSWER_PARTS = 1000;

/** The claims of a trajectory. */
export interface ReadClaims {
  /** In text order. */
  readonly claims: readonly Claim[];
  /** The part of the response whose claims were not read because there are too many; null if all were read. */
  readonly unread: Span | null;
  /** The images that the claims cite. */
  readonly seen: SeenImages;
}

/** How a sentence of evidence says that there is none. */
const IRRELEVANT = /^(?:no relevant information|keine relevanten informationen|没有相关信息|无相关信息)/iu;

/**
 * The claims of a trajectory. Only closed parts of a trajectory that is still arriving have claims, and text that the
 * environment wrote has none.
 * @param sent the images of the request
 * @param hasFigure whether a page that was sent has the label `Figure 2`, for its number
 */
export function readClaims(
  trajectory: Trajectory,
  sent: readonly CitedImage[] = [],
  hasFigure: (figure: number) => boolean = () => false,
): ReadClaims {
  const { steps, text } = trajectory;
  const seen = seeImages(trajectory, sent);
  const reader = new ClaimReader(
    trajectory,
    seen,
    (figure) => sent.some(({ image }) => image === figure) && !hasFigure(figure),
  );
  const final = steps.findLast(({ kind }) => kind === 'answer');
  for (const step of steps) {
    if (step !== final) reader.readStep(step);
    if (reader.claims.length > MOST_CLAIMS) break;
  }
  const before = reader.claims.slice(0, MOST_CLAIMS);
  const cut = reader.claims[MOST_CLAIMS]?.span.start;
  const answer = final === undefined || final.open ? [] : reader.readAnswer(final);
  const parts = answer.slice(0, MOST_ANSWER_PARTS);
  const unreadPart = answer[MOST_ANSWER_PARTS]?.span.start;
  const claims = [...before, ...parts].sort((one, other) => one.span.start - other.span.start);
  const from = cut ?? unreadPart;
  return { claims, seen, unread: from === undefined ? null : { start: from, end: text.length } };
}

class ClaimReader {
  readonly claims: Claim[] = [];
  readonly #trajectory: Trajectory;
  /** The block whose content is tool calls; null if there is none. */
  readonly #container: string | null;
  /** The boxes, points, and items of evidence that the model wrote and that are closed, in text order. */
  readonly #parts: readonly (BoxPart | PointPart | EvidenceItem)[];
  readonly #seen: SeenImages;
  /** Whether `Figure 2`, for its number, is an image and no label on a page. */
  readonly #isImage: (figure: number) => boolean;
  #part = 0;
  #action = 0;

  constructor(trajectory: Trajectory, seen: SeenImages, isImage: (figure: number) => boolean) {
    this.#trajectory = trajectory;
    this.#seen = seen;
    this.#isImage = isImage;
    this.#container = dialectOf(trajectory.dialect).tools?.container ?? null;
    this.#parts = trajectory.parts.filter(
      (part): part is BoxPart | PointPart | EvidenceItem =>
        (part.kind === 'box' || part.kind === 'point' || part.kind === 'evidence-item') &&
        part.speaker === 'model' &&
        !part.open,
    );
  }

  /** Adds the claims of a step other than the final answer. */
  readStep(step: Step): void {
    const isAction = ACTION_KINDS.has(step.kind);
    if (isAction) this.#action += 1;
    if (step.speaker !== 'model' || step.open) return;
    const number = isAction ? this.#action : 0;
    const parts = this.#partsIn(step.span);
    if (step.tool !== null) this.#readTool(step, number);
    else if (parts.length > 0) for (const part of parts) this.#readPart(step, number, part);
    else if (PROSE.has(step.kind)) this.#readProse(step);
  }

  /** The claims of the final answer: its boxes, or its parts. */
  readAnswer(step: Step): Claim[] {
    const { text } = this.#trajectory;
    const boxes = this.#partsIn(step.span);
    const from = this.claims.length;
    for (const part of boxes) this.#readPart(step, 0, part);
    if (boxes.length > 0) return this.claims.splice(from);
    const { start, end } = step.body;
    const body = text.slice(start, end);
    return splitAnswer(body, start, readComputationsIn(body, start)).map((span) =>
      this.#claim(step, 0, 'answer', span),
    );
  }

  #readTool(step: Step, action: number): void {
    const { tool } = step;
    if (tool === null) return;
    for (const { span, image, alsoCites } of readRegions(tool)) {
      this.claims.push({
        ...this.#claim(step, action, 'region', span),
        ...citation([image, ...alsoCites]),
        place: span,
      });
    }
    const observation = strip(tool.observation);
    if (observation === '') return;
    const start = this.#trajectory.text.indexOf(observation, tool.observationSpan.start);
    const span = { start, end: start + observation.length };
    this.claims.push({
      ...this.#claim(step, action, 'observation', span),
      ...citation(imagesOfArgs(tool)),
      place: tool.argsSpan,
    });
  }

  #readPart(step: Step, action: number, part: BoxPart | PointPart | EvidenceItem): void {
    const { text } = this.#trajectory;
    if (part.kind === 'evidence-item') {
      const { start, end } = part.body;
      for (const span of splitSentences(text.slice(start, end), start)) {
        if (IRRELEVANT.test(text.slice(span.start, Math.min(span.end, span.start + 40)))) continue;
        this.claims.push({ ...this.#claim(step, action, 'evidence', span), image: part.image });
      }
      return;
    }
    // Boxes that the environment cuts out are crops; the other boxes are answers.
    const kind = part.kind === 'point' ? 'point' : ACTION_KINDS.has(step.kind) ? 'crop' : 'box';
    this.claims.push({
      ...this.#claim(step, action, kind, part.span),
      image: this.#seen.boxImages.get(part.span.start) ?? part.image,
      box: part.kind === 'box' ? boxOfPart(part) : boxOfPoint(part),
    });
  }

  /** The claims of running text, without the tool calls and boxed answers inside it. */
  #readProse(step: Step): void {
    const { text, steps } = this.#trajectory;
    if (step.name !== '' && step.name === this.#container) return;
    let from = step.body.start;
    const read = (to: number): void => {
      if (to <= from || this.claims.length > MOST_CLAIMS) return;
      const start = from;
      for (const { span, kind, images } of readMentions(text.slice(start, to), this.#isImage)) {
        const within = { start: start + span.start, end: start + span.end };
        this.claims.push({ ...this.#claim(step, 0, kind, within), ...citation(images.toReversed()) });
      }
    };
    for (let at = step.index + 1; at < steps.length; at++) {
      const inner = steps[at];
      if (inner === undefined || inner.span.start >= step.body.end) break;
      read(inner.span.start);
      from = Math.max(from, inner.span.end);
    }
    read(step.body.end);
  }

  #partsIn({ start, end }: Span): (BoxPart | PointPart | EvidenceItem)[] {
    const found: (BoxPart | PointPart | EvidenceItem)[] = [];
    while ((this.#parts[this.#part]?.span.start ?? Infinity) < start) this.#part++;
    for (let part = this.#parts[this.#part]; part !== undefined; part = this.#parts[++this.#part]) {
      if (part.span.start >= end) break;
      found.push(part);
    }
    return found;
  }

  #claim({ index }: Step, action: number, kind: ClaimKind, span: Span): Claim {
    return {
      span,
      text: this.#trajectory.text.slice(span.start, span.end),
      kind,
      image: null,
      step: index,
      action,
      place: null,
      box: null,
    };
  }
}

/** Steps of running text. */
const PROSE: ReadonlySet<Step['kind']> = new Set<Step['kind']>(['think', 'block', 'text']);

function citation(images: readonly number[]): Pick<Claim, 'image' | 'alsoCites'> {
  const [image, ...alsoCites] = images;
  return alsoCites.length > 0 ? { image: image ?? null, alsoCites } : { image: image ?? null };
}

function boxOfPoint({ point: [x, y], unit }: PointPart): ClaimBox {
  return { left: x, top: y, right: x, bottom: y, unit: unit === 'pixels' ? 'pixel' : 'share' };
}
