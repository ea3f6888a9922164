import { boxArea, boxBetween, holdsPoint, intersection, type Box, type PageBox } from '../geometry/box.ts';
import { shareToPage } from '../geometry/conversions.ts';
import { boxOnSent, type SeenImages } from './crops.ts';
import type { GroundedClaim } from './model.ts';
import type { PageIndex } from './pageIndex.ts';

/** A box is on an image if at least this share of it is. */
const LEAST_SHARE = 0.5;

/**
 * A claim's box on its page, with the words that it is around. It is found if at least half of it is on its image, and
 * unknown if it cannot be known which part of a page that image shows.
 */
export function groundBox(
  claim: GroundedClaim,
  seen: SeenImages,
  pages: readonly PageIndex[],
): GroundedClaim {
  const image = claim.cited?.image ?? null;
  const of = image === null ? undefined : seen.images.get(image);
  const placed = boxOnSent({ box: claim.box, image }, seen);
  const nowhere = {
    on: null,
    sent: false,
    boxes: [],
    words: '',
    source: null,
    difference: null,
    occurrences: 0,
  };
  if (image === null || of === undefined || placed === null || claim.box === null) {
    return { ...claim, ...nowhere, status: 'unknown', namedPlace: null };
  }
  const { document, page } = placed.sent;
  const cited = { image, document, page };
  const index = pages.find((one) => one.page.document === document && one.page.page === page);
  if (index === undefined) return { ...claim, ...nowhere, cited, status: 'unknown', namedPlace: null };
  const box: PageBox = shareToPage(placed.box, index.page.size);
  const shown: PageBox = shareToPage({ left: 0, top: 0, right: 1, bottom: 1 }, index.page.size);
  const inside =
    claim.box.unit === 'pixel'
      ? { right: of.crop.image.width, bottom: of.crop.image.height }
      : { right: 1, bottom: 1 };
  const { left, top, right, bottom } = claim.box;
  const isOn =
    shareInside(boxBetween<'pixel'>(left, top, right, bottom), { left: 0, top: 0, ...inside }) >= LEAST_SHARE;
  if (!isOn) return { ...claim, ...nowhere, cited, status: 'not-found', namedPlace: null };
  const visible = intersection(box, shown) ?? box;
  const words = index.page.words.filter((word) =>
    holdsPoint(visible, (word.box.left + word.box.right) / 2, (word.box.top + word.box.bottom) / 2),
  );
  return {
    ...claim,
    cited,
    status: 'found',
    on: { document, page },
    sent: true,
    boxes: [visible],
    namedPlace: { on: { document, page }, box: visible },
    words: words.map(({ text }) => text).join(' '),
    difference: null,
    source: index.page.source,
    confidence: 1,
    occurrences: 1,
  };
}

/** The share of a box that is inside another one; of a point, 1 or 0. */
function shareInside(box: Box<'pixel'>, whole: Box<'pixel'>): number {
  const area = boxArea(box);
  if (area === 0) return holdsPoint(whole, box.left, box.top) ? 1 : 0;
  const common = intersection(box, whole);
  return common === null ? 0 : boxArea(common) / area;
}
