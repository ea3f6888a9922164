import { boxAround, boxHeight, boxWidth, moveBox, type PageBox } from '../../core/geometry/box.ts';
import { pageToShare } from '../../core/geometry/conversions.ts';
import type { Size } from '../../core/geometry/size.ts';
import type { OpenDocument, RenderOptions } from '../../documents/model.ts';
import { crossesPath } from '../../protocol/framePaths.ts';
import type { ClaimPlace } from './claimPlace.ts';

/** A picture for Markdown. */
export interface Picture extends Size {
  /** A data URI without characters that end the target of an image. */
  readonly src: string;
}

/** The largest picture, in CSS pixels. */
const LARGEST: Size = { width: 480, height: 160 };
/** How many CSS pixels a point of an A4 page takes. */
const SCALE = 1;
/** The width of an A4 page, in points. Other pages are shown as if they had this width, whatever their unit is. */
const A4_WIDTH = 595;
/** How much of the page is shown around the place, in points of an A4 page. */
const AROUND = { left: 12, right: 36, y: 38 };
/** Pixels of the picture for each CSS pixel, the sharpest first. */
const DENSITIES = [1.5, 0.75];
/** VS Code cuts Markdown off after 100,000 characters; the rest is for words. */
const MOST_CHARACTERS = 90_000;
const QUALITY = 80;
/** The number of pictures that are kept. */
const MOST_PICTURES = 8;

interface Look {
  readonly color: string;
  readonly dashes: string;
}

/** The look of the frame of a place that does not have what a claim says. */
const MISSED: Look = { color: '#b3261e', dashes: '' };

/** The frames' looks: those of the document view. Paper is white in every theme. */
const LOOKS: Readonly<Record<ClaimPlace['status'], Look>> = {
  found: { color: '#1a7f37', dashes: '' },
  elsewhere: { color: '#6639a6', dashes: '0.1 3.5' },
  'other-page': { color: '#6639a6', dashes: '0.1 3.5' },
  near: { color: '#8a5a00', dashes: '5 3' },
  'not-found': MISSED,
  unknown: { color: '#57606a', dashes: '2 2' },
};

export interface ClaimPicturesDeps<File> {
  /** Uses the document in a file. */
  readonly withDocument: <T>(file: File, use: (document: OpenDocument) => Promise<T>) => Promise<T>;
  /** A text that differs between files and between versions of a file. */
  readonly version: (file: File) => Promise<string>;
}

/** Pictures of the places of claims; the last ones are kept. */
export class ClaimPictures<File> {
  readonly #deps: ClaimPicturesDeps<File>;
  readonly #kept = new Map<string, Picture | null>();

  constructor(deps: ClaimPicturesDeps<File>) {
    this.#deps = deps;
  }

  /**
   * The picture of a place; null if it has no box, or if its picture takes too many characters.
   * @throws PageTraceError the error of opening or drawing, `cancelled`
   */
  async get(file: File, place: ClaimPlace, signal: AbortSignal): Promise<Picture | null> {
    const { page, status, boxes, missed } = place;
    if (boxes.length === 0 && missed === null) return null;
    const key = JSON.stringify([await this.#deps.version(file), page, status, boxes, missed]);
    const kept = this.#kept.get(key);
    if (kept !== undefined) return kept;
    const picture = await this.#deps.withDocument(file, (document) => drawPlace(document, place, signal));
    this.#kept.set(key, picture);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > MOST_PICTURES && oldest !== undefined) this.#kept.delete(oldest);
    return picture;
  }
}

async function drawPlace(
  document: Pick<OpenDocument, 'pageInfo' | 'render'>,
  place: ClaimPlace,
  signal: AbortSignal,
): Promise<Picture | null> {
  const { page } = place;
  const whole = await document.pageInfo(page);
  const unit = whole.width / A4_WIDTH;
  const part = partAround(place, whole, unit);
  const shown = { width: boxWidth(part) * (SCALE / unit), height: boxHeight(part) * (SCALE / unit) };
  const region = pageToShare(part, whole);
  for (const density of DENSITIES) {
    const maxPixels = Math.ceil(shown.width * shown.height * density ** 2);
    const budget = { minPixels: 1, maxPixels };
    const options: RenderOptions = { budget, region, format: 'jpeg', quality: QUALITY, signal };
    const { bytes, mediaType } = await document.render(page, options);
    const image = `data:${mediaType};base64,${Buffer.from(bytes).toString('base64')}`;
    const src = dataUri(framed(image, shown, part, place));
    if (src.length <= MOST_CHARACTERS)
      return { src, width: Math.round(shown.width), height: Math.round(shown.height) };
  }
  return null;
}

/**
 * The part of a page around a place, with what stands on its left, such as the label of a row, and with the place that
 * the claim names if both fit. A longer place is shown from its beginning.
 * @param unit how many points of the page are one of an A4 page
 */
function partAround({ boxes, missed }: ClaimPlace, page: Size, unit: number): PageBox {
  const width = Math.min(page.width, (LARGEST.width / SCALE) * unit);
  const height = Math.min(page.height, (LARGEST.height / SCALE) * unit);
  const all = boxAround(missed === null ? boxes : [...boxes, missed]);
  const isLarger = boxWidth(all) > width || boxHeight(all) > height;
  const around = isLarger && boxes.length > 0 ? boxAround(boxes) : all;
  const left = Math.min(around.right + AROUND.right * unit - width, around.left - AROUND.left * unit);
  const top = clamp(around.top - AROUND.y * unit, 0, page.height - 1);
  const bottom = Math.min(page.height, top + height, Math.max(around.bottom + AROUND.y * unit, top + 1));
  const from = clamp(left, 0, page.width - width);
  return { left: from, top, right: from + width, bottom };
}

const clamp = (value: number, least: number, most: number): number => Math.max(least, Math.min(value, most));

/** An image with the frames of some boxes over it, as SVG: its lines are sharp at any density. */
function framed(
  image: string,
  { width, height }: Size,
  part: PageBox,
  { boxes, missed, status }: ClaimPlace,
): string {
  const moved = (box: PageBox): PageBox => moveBox(box, -part.left, -part.top);
  const around = boxes.map((box) => frameLines(moved(box))).join('');
  const crossed = missed === null ? '' : `${frameLines(moved(missed))}${crosses(moved(missed))}`;
  const [across, down] = [boxWidth(part), boxHeight(part)].map(rounded);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${rounded(width)}" height="${rounded(height)}" viewBox="0 0 ${across} ${down}" preserveAspectRatio="none">`,
    `<image width="${across}" height="${down}" preserveAspectRatio="none" href="${image}"/>`,
    ...(around === '' ? [] : drawLines(around, LOOKS[status])),
    ...(crossed === '' ? [] : drawLines(crossed, MISSED)),
    `<path d="M0 0H${across}V${down}H0Z" fill="none" stroke="#808080" vector-effect="non-scaling-stroke"/>`,
    '</svg>',
  ].join('');
}

/** Lines as SVG paths, in a look that is seen on a dark picture too. */
function drawLines(lines: string, { color, dashes }: Look): readonly string[] {
  const line = `d="${lines}" fill="none" stroke-linecap="round" vector-effect="non-scaling-stroke"`;
  return [
    `<path ${line} stroke="#fff" stroke-opacity="0.7" stroke-width="4"/>`,
    `<path ${line} stroke="${color}" stroke-width="2"${dashes === '' ? '' : ` stroke-dasharray="${dashes}"`}/>`,
  ];
}

/** The frame of a box as the data of an SVG path. */
function frameLines(box: PageBox): string {
  const { left, top, right, bottom } = withSpace(box, SPACE);
  return `M${rounded(left)} ${rounded(top)}H${rounded(right)}V${rounded(bottom)}H${rounded(left)}Z`;
}

/**
 * The crosses outside of the corners of a place that does not have what the claim says, as the data of an SVG path: on the
 * corners, they would cover the words of a small cell.
 */
const crosses = (box: PageBox): string => crossesPath(withSpace(box, SPACE + CROSS / 2), CROSS);

const withSpace = ({ left, top, right, bottom }: PageBox, space: number): PageBox => ({
  left: left - space,
  top: top - space,
  right: right + space,
  bottom: bottom + space,
});

/** The space between a box and its frame, in points. */
const SPACE = 1.5;
/** The width of the crosses on the corners of a frame, in points. */
const CROSS = 7;

const rounded = (value: number): string => String(Math.round(value * 100) / 100);

/** An SVG as a data URI. Only what a URI or Markdown does not allow is escaped, because the image in it is long. */
function dataUri(svg: string): string {
  return `data:image/svg+xml,${svg.replaceAll(/[<>"#% ]/g, encodeURIComponent)}`;
}
