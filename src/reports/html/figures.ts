import { t } from '@vscode/l10n';
import { boxHeight, boxWidth, scaleBox, type PageBox } from '../../core/geometry/box.ts';
import {
  FRAME_SPACE,
  placeLabels,
  type PlacedLabel,
  type ScreenBox,
} from '../../core/grounding/placeLabels.ts';
import type { Grounding, PageReference } from '../../core/grounding/model.ts';
import {
  claimFrames,
  claimTitle,
  frameLabel,
  isAroundWords,
  type ClaimFrame,
  type FrameShape,
} from '../../protocol/claimFrames.ts';
import { crossesPath } from '../../protocol/framePaths.ts';
import { pageClaims } from '../../protocol/pageClaims.ts';
import { pageId, type ReportIds } from '../reportIds.ts';
import { attribute, textHtml } from './html.ts';
import type { PagePicture, ReportPage } from './pages.ts';

/** The most boxes on a page; below more of them it could not be read. */
const MOST_BOXES = 200;

/** The height of a page in the units of its picture's coordinates, which labels are sized for. */
const SCALE = 1000;

/** The length of the corners of a frame, in the same units. */
const CORNER = 10;
/** The width of the crosses on the corners of a frame, in the same units. */
const CROSS = 8;

/** The claims of a sample in a report. */
export interface ReportedClaims {
  readonly grounding: Grounding;
  readonly ids: ReportIds;
  /** Written before the labels of its boxes; empty if the report is about one sample. */
  readonly prefix: string;
}

/** Boxes of claims of one sample on a page. */
interface Frame {
  readonly id: string;
  readonly sample: ReportedClaims;
  readonly frame: ClaimFrame;
}

/** The pages of a report with the boxes of its claims. */
export class Figures {
  readonly #pages: readonly ReportPage[];
  readonly #frames: readonly (readonly Frame[])[];
  /** The ids of boxes, by the ids of their claims. */
  readonly #boxes = new Map<string, string>();

  constructor(pages: readonly ReportPage[], samples: readonly ReportedClaims[]) {
    this.#pages = pages;
    this.#frames = pages.map((page) => ('missing' in page.picture ? [] : framesOn(page, samples)));
    for (const { id, sample, frame } of this.#frames.flat()) {
      for (const { claim } of frame.claims) {
        const key = sample.ids.claim(claim);
        // A claim whose words stand on a page is looked for there, and otherwise in the place that it names.
        if (isAroundWords(frame) || !this.#boxes.has(key)) this.#boxes.set(key, id);
      }
    }
  }

  /** The id of the box of a claim, by the claim's id; null if it has none. */
  boxOf(claim: string): string | null {
    return this.#boxes.get(claim) ?? null;
  }

  /** The id of a page; null if the report does not show it. */
  pageOf({ document, page }: PageReference): string | null {
    const at = this.#pages.findIndex((shown) => shown.page === page && shown.document === document);
    return at === -1 ? null : pageId(at);
  }

  html(): string {
    return this.#pages.map((page, at) => figureHtml(page, pageId(at), this.#frames[at] ?? [])).join('\n');
  }
}

function framesOn(page: ReportPage, samples: readonly ReportedClaims[]): readonly Frame[] {
  const frames: Frame[] = [];
  let left = MOST_BOXES;
  for (const sample of samples) {
    const claims = pageClaims(sample.grounding, (document) => document === page.document);
    for (const frame of claimFrames(claims, null).get(page.page) ?? []) {
      if (frame.boxes.length > left) continue;
      left -= frame.boxes.length;
      const number = frames.length + 1;
      frames.push({ id: `${sample.ids.section('claims')}-box-${page.page}-${number}`, sample, frame });
    }
  }
  return frames;
}

function figureHtml(page: ReportPage, id: string, frames: readonly Frame[]): string {
  const title = t('Page {0} of {1}', page.page, baseName(page.document));
  const caption = `<figcaption>${textHtml(title)}</figcaption>`;
  const { picture } = page;
  if ('missing' in picture)
    return `<figure id=${attribute(id)}>${caption}<p>${textHtml(picture.missing)}</p></figure>`;
  const image = `<img alt=${attribute(title)} src=${attribute(picture.src)}>`;
  const layer = frames.length === 0 ? '' : layerHtml(page, picture, frames);
  return `<figure id=${attribute(id)}>${caption}<div class="page">${image}${layer}</div></figure>`;
}

function layerHtml(page: ReportPage, { size, words }: PagePicture, frames: readonly Frame[]): string {
  const scale = SCALE / size.height;
  const place = { width: size.width * scale, height: SCALE };
  const onPage = (box: PageBox): ScreenBox => scaleBox<'pixel'>(box, scale, scale);
  const boxes = frames.map(({ frame }) => frame.boxes.map(onPage));
  const texts = frames.map(({ frame, sample }) => `${sample.prefix}${frameLabel(frame.claims)}`);
  const labels = placeLabels({
    labels: texts.map((text, at) => ({ text, boxes: boxes[at] ?? [] })),
    words: words.map(onPage),
    page: place,
  });
  const drawn = labels.map((label, at) => {
    const frame = frames[at];
    return frame === undefined
      ? ''
      : frameHtml(frame, { boxes: boxes[at] ?? [], text: texts[at] ?? '', label });
  });
  return [
    `<svg viewBox="0 0 ${round(place.width)} ${SCALE}" preserveAspectRatio="none" role="group" aria-label=${attribute(t('Claims on page {0}', page.page))}>`,
    ...drawn,
    '</svg>',
  ].join('\n');
}

interface DrawnFrame {
  readonly boxes: readonly ScreenBox[];
  readonly text: string;
  readonly label: PlacedLabel;
}

function frameHtml({ id, sample, frame }: Frame, { boxes, text, label }: DrawnFrame): string {
  const { shape, status, claims } = frame;
  const said = claims.map(claimTitle).join('; ');
  const [first] = claims;
  const to = first === undefined ? '' : sample.ids.claim(first.claim);
  return [
    `<a id=${attribute(id)} href=${attribute(`#${to}`)} class="${shape} is-${status}${label.isHiding ? ' is-hiding' : ''}" aria-label=${attribute(`${text}: ${said}`)}>`,
    `<title>${textHtml(said)}</title>`,
    ...boxes.map((box) => boxHtml(withSpace(box), shape)),
    `<rect class="label" ${rectangle(label.box)}/>`,
    `<text x="${round((label.box.left + label.box.right) / 2)}" y="${round(label.box.bottom - 3)}">${textHtml(text)}</text>`,
    '</a>',
  ].join('');
}

/** The frame around words. */
function withSpace({ left, top, right, bottom }: ScreenBox): ScreenBox {
  return {
    left: left - FRAME_SPACE,
    top: top - FRAME_SPACE,
    right: right + FRAME_SPACE,
    bottom: bottom + FRAME_SPACE,
  };
}

function boxHtml(box: ScreenBox, shape: FrameShape): string {
  if (shape === 'corners') return `<path class="frame" d="${cornersPath(box)}"/>`;
  const frame = `<rect class="frame" ${rectangle(box)}/>`;
  return shape === 'crossed' ? `${frame}<path class="frame" d="${crossesPath(box, CROSS)}"/>` : frame;
}

function cornersPath(box: ScreenBox): string {
  const { left, top, right, bottom } = box;
  const length = Math.min(CORNER, boxWidth(box) / 3, boxHeight(box) / 3);
  const corner = (x: number, y: number, across: number, down: number): string =>
    `${lineFrom(x + across, y)}${lineTo(x, y)}${lineTo(x, y + down)}`;
  return [
    corner(left, top, length, length),
    corner(right, top, -length, length),
    corner(left, bottom, length, -length),
    corner(right, bottom, -length, -length),
  ].join('');
}

const lineFrom = (x: number, y: number): string => `M${round(x)} ${round(y)}`;
const lineTo = (x: number, y: number): string => `L${round(x)} ${round(y)}`;

function rectangle(box: ScreenBox): string {
  return `x="${round(box.left)}" y="${round(box.top)}" width="${round(boxWidth(box))}" height="${round(boxHeight(box))}"`;
}

const round = (value: number): string => String(Math.round(value * 10) / 10);

function baseName(document: string): string {
  return document.slice(Math.max(document.lastIndexOf('/'), document.lastIndexOf('\\')) + 1);
}
