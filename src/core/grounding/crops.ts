import { boxArea, boxBetween, boxHeight, boxWidth, intersection } from '../geometry/box.ts';
import type { ImageBox, ShareBox } from '../geometry/box.ts';
import { cropOfCrop, cropToWhole, imageToShare, shareToImage } from '../geometry/conversions.ts';
import type { Crop } from '../geometry/conversions.ts';
import { PAPER_BUDGET } from '../geometry/pixelBudget.ts';
import type { Size } from '../geometry/size.ts';
import type { Trajectory } from '../trajectory/model.ts';
import type { BoxPart, ObservationPart, SearchPart } from '../trajectory/partModel.ts';
import type { CitedImage, Claim, ClaimBox } from './model.ts';

/** VRAG-RL widens each side of a box by this many pixels. */
const VRAG_PADDING = 56;
/** Pixel-Reasoner widens each side of a box by this share of the image's side, and refuses smaller crops. */
const PIXEL_PADDING = 0.1;
const PIXEL_LEAST_SIDE = 28;
/** An image of unknown size is read in shares. */
const UNIT: Size = { width: 1, height: 1 };

/** An image that the model saw: a sent image, or a crop of one. */
export interface SeenImage {
  readonly sent: CitedImage;
  /** What it shows of the sent image: all of it for a sent image. */
  readonly crop: Crop;
  /** Whether the crop is in pixels; in shares if the size of the sent image is not known. */
  readonly hasSize: boolean;
}

/** The image of each box of a trajectory. Images are numbered as sent, and crops after them in their order. */
export interface SeenImages {
  /** By their numbers. */
  readonly images: ReadonlyMap<number, SeenImage>;
  /** By where a box begins in the text: the number of the image that it is on. */
  readonly boxImages: ReadonlyMap<number, number>;
  /** By where a box begins in the text: the number of the crop that is cut out at it. */
  readonly boxCrops: ReadonlyMap<number, number>;
}

type Event = BoxPart | ObservationPart | SearchPart;

/**
 * The images that a model saw, from those that were sent and the crops that it asked for. The crops are as VRAG-RL's
 * and Pixel-Reasoner's tools make them; other dialects have none. VRAG-RL cuts out of the image before it is resized:
 * the sent size is used for that.
 * @param sent the images of the request, and the pages that searches brought
 */
export function seeImages(
  trajectory: Pick<Trajectory, 'parts' | 'dialect' | 'steps'>,
  sent: readonly CitedImage[],
): SeenImages {
  const { dialect } = trajectory;
  const images = new Map<number, SeenImage>(sent.map((image) => [image.image, wholeOf(image)]));
  const boxImages = new Map<number, number>();
  const boxCrops = new Map<number, number>();
  const makesCrops = dialect === 'vrag-rl' || dialect === 'pixel-reasoner';
  if (!makesCrops) return { images, boxImages, boxCrops };
  const { parts, steps } = trajectory;
  const searches = parts.filter(({ kind, speaker }) => kind === 'search' && speaker === 'model').length;
  let next = Math.max(searches, ...sent.map(({ image }) => image)) + 1;
  const firstAction = steps.find(({ kind }) => kind === 'search' || kind === 'box');
  // A search brings an image; without one before the first box, the images came with the question.
  let shown = firstAction?.kind === 'search' ? 0 : sent.length;
  let last: number | null = shown > 0 ? shown : null;
  const events = parts.filter(
    (part): part is Event => part.kind === 'box' || part.kind === 'search' || part.kind === 'observation',
  );
  for (const [at, part] of events.entries()) {
    if (part.kind === 'observation' || part.speaker !== 'model' || part.open) continue;
    const reply = events[at + 1];
    const isRefused = reply?.kind === 'observation' && reply.refuses;
    if (part.kind === 'search') {
      if (!isRefused) last = ++shown;
      continue;
    }
    const number = dialect === 'vrag-rl' ? last : part.image;
    if (number === null) continue;
    boxImages.set(part.span.start, number);
    const parent = images.get(number);
    if (isRefused) continue;
    const crop = parent === undefined ? null : cropOf(parent, boxOfPart(part), dialect);
    if (crop === 'refused') continue;
    if (parent !== undefined && crop !== null) {
      images.set(next, { ...parent, crop });
      boxCrops.set(part.span.start, next);
    }
    if (dialect === 'vrag-rl') last = next;
    next++;
  }
  return { images, boxImages, boxCrops };
}

/** What a crop shows of the image that was sent, in shares of its sides. */
export function cropOnSent({ crop, sent }: SeenImage): ShareBox {
  return imageToShare(crop.region, sent.size ?? UNIT);
}

/**
 * The place of a claim's box on a sent image; null if the claim has no box, or if it is not known where its image comes
 * from.
 */
export function boxOnSent(
  { box, image }: Pick<Claim, 'box' | 'image'>,
  { images }: SeenImages,
): { readonly sent: CitedImage; readonly box: ShareBox } | null {
  const seen = image === null ? undefined : images.get(image);
  if (seen === undefined || box === null) return null;
  const inside = pixelsOf(box, seen);
  if (inside === null) return null;
  const whole = cropToWhole(inside, seen.crop);
  return { sent: seen.sent, box: imageToShare(whole, seen.sent.size ?? UNIT) };
}

function wholeOf(sent: CitedImage): SeenImage {
  const size = sent.size ?? UNIT;
  const region = { left: 0, top: 0, right: size.width, bottom: size.height };
  return { sent, crop: { region, image: size }, hasSize: sent.size !== null };
}

/** The crop that the environment makes for a box; null if it cannot be known. */
function cropOf(
  parent: SeenImage,
  box: ClaimBox,
  dialect: 'vrag-rl' | 'pixel-reasoner',
): Crop | 'refused' | null {
  const inside = pixelsOf(box, parent);
  if (inside === null) return null;
  const { crop } = parent;
  const padding =
    dialect === 'vrag-rl'
      ? // The padding is in pixels before the crop was resized to be sent.
        {
          x: (VRAG_PADDING * crop.image.width) / boxWidth(crop.region),
          y: (VRAG_PADDING * crop.image.height) / boxHeight(crop.region),
        }
      : { x: PIXEL_PADDING * crop.image.width, y: PIXEL_PADDING * crop.image.height };
  const whole: ImageBox = { left: 0, top: 0, right: crop.image.width, bottom: crop.image.height };
  const region = intersection<'pixel'>(
    {
      left: inside.left - padding.x,
      top: inside.top - padding.y,
      right: inside.right + padding.x,
      bottom: inside.bottom + padding.y,
    },
    whole,
  );
  if (region === null || boxArea(region) === 0) return 'refused';
  const size = { width: boxWidth(region), height: boxHeight(region) };
  if (dialect === 'vrag-rl') {
    const original = cropToWhole(region, crop);
    const resized = budgetSize({ width: boxWidth(original), height: boxHeight(original) });
    return cropOfCrop({ region, image: resized }, crop);
  }
  const isSmall = parent.hasSize && Math.min(size.width, size.height) < PIXEL_LEAST_SIDE;
  return isSmall ? 'refused' : cropOfCrop({ region, image: size }, crop);
}

/** The size of a crop as VRAG-RL sends it: with an area between the limits of the papers. */
function budgetSize({ width, height }: Size): Size {
  const area = width * height;
  const { minPixels, maxPixels } = PAPER_BUDGET;
  const target = Math.min(maxPixels, Math.max(minPixels, area));
  if (target === area) return { width, height };
  const factor = Math.sqrt(target / area);
  return {
    width: Math.max(1, Math.floor(width * factor)),
    height: Math.max(1, Math.floor(height * factor)),
  };
}

/** A claim's box in pixels of its image; null if that image's size is needed and not known. */
function pixelsOf(box: ClaimBox, { crop, hasSize }: SeenImage): ImageBox | null {
  const { left, top, right, bottom, unit } = box;
  const ordered = boxBetween<'share'>(left, top, right, bottom);
  if (unit === 'share') return shareToImage(ordered, crop.image);
  return hasSize ? boxBetween<'pixel'>(left, top, right, bottom) : null;
}

/** The box of a part. Pixel-Reasoner's tool reads a box as pixels if any of its numbers is 1 or more. */
export function boxOfPart({ box, unit }: Pick<BoxPart, 'box' | 'unit'>): ClaimBox {
  const [left, top, right, bottom] = box;
  const isPixels = unit === 'pixels' || box.some((value) => value >= 1);
  return { left, top, right, bottom, unit: isPixels ? 'pixel' : 'share' };
}
