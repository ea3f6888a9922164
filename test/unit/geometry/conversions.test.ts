import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '../../../scripts/lib/generatedInputs.mjs';
import { boxAround, type Box, type BoxUnit } from '../../../src/core/geometry/box.ts';
import {
  cropOfCrop,
  cropToWhole,
  imageToPage,
  imageToShare,
  pageToImage,
  pageToShare,
  shareToImage,
  shareToPage,
  wholeToCrop,
} from '../../../src/core/geometry/conversions.ts';
import { boxes, sizes, solidBoxes } from './arbitraries.ts';

/** Expects equality within the rounding errors of a few floating-point operations with numbers of this size. */
function expectSame<Unit extends BoxUnit>(box: Box<Unit>, expected: Box<NoInfer<Unit>>): void {
  for (const edge of ['left', 'top', 'right', 'bottom'] as const) {
    expect(Math.abs(box[edge] - expected[edge])).toBeLessThan(1e-6 * (1 + Math.abs(expected[edge])));
  }
}

describe('boxes on a page, on its image and in shares', () => {
  it('a box converted from the image to the page and back is unchanged', () => {
    fc.assert(
      fc.property(boxes<'point'>(), sizes, sizes, (box, page, image) => {
        expectSame(imageToPage(pageToImage(box, page, image), image, page), box);
      }),
      propertyRuns(300),
    );
  });

  it('a box converted to shares and back is unchanged', () => {
    fc.assert(
      fc.property(boxes<'point'>(), boxes<'pixel'>(), sizes, (onPage, onImage, size) => {
        expectSame(shareToPage(pageToShare(onPage, size), size), onPage);
        expectSame(shareToImage(imageToShare(onImage, size), size), onImage);
      }),
      propertyRuns(300),
    );
  });

  it('a box has the same shares on a page and on the image of the page', () => {
    fc.assert(
      fc.property(boxes<'point'>(), sizes, sizes, (box, page, image) => {
        expectSame(imageToShare(pageToImage(box, page, image), image), pageToShare(box, page));
      }),
      propertyRuns(300),
    );
  });

  it('a box that fills the page fills its image', () => {
    const image = { width: 532, height: 753 };
    const page = { left: 0, top: 0, right: 595, bottom: 842 };
    expectSame(pageToImage(page, { width: 595, height: 842 }, image), {
      left: 0,
      top: 0,
      right: 532,
      bottom: 753,
    });
  });
});

const crops = fc.record({ region: solidBoxes<'pixel'>(), image: sizes });

describe('boxes on an image and on a crop of it', () => {
  it('a box converted from the image to a crop and back is unchanged', () => {
    fc.assert(
      fc.property(boxes<'pixel'>(), crops, (box, crop) => {
        // The distance to the corner of the crop and the enlargement both reduce the precision.
        const back = wholeToCrop(cropToWhole(box, crop), crop);
        const reach = boxAround([box, crop.region]);
        const tolerance = 1e-9 * (1 + reach.right - reach.left + reach.bottom - reach.top) * 5000;
        for (const edge of ['left', 'top', 'right', 'bottom'] as const) {
          expect(Math.abs(back[edge] - box[edge])).toBeLessThan(tolerance);
        }
      }),
      propertyRuns(300),
    );
  });

  it('a box that fills the crop fills the region that was cut out', () => {
    fc.assert(
      fc.property(crops, (crop) => {
        const { width, height } = crop.image;
        expectSame(cropToWhole({ left: 0, top: 0, right: width, bottom: height }, crop), crop.region);
      }),
      propertyRuns(300),
    );
  });

  it('a box converted through a crop of a crop equals one converted through both crops in turn', () => {
    fc.assert(
      fc.property(boxes<'pixel'>(), crops, crops, (box, inner, outer) => {
        const twice = cropToWhole(cropToWhole(box, inner), outer);
        const once = cropToWhole(box, cropOfCrop(inner, outer));
        const extent = 1 + Math.max(...Object.values(twice).map(Math.abs));
        for (const edge of ['left', 'top', 'right', 'bottom'] as const) {
          expect(Math.abs(once[edge] - twice[edge])).toBeLessThan(1e-9 * extent);
        }
      }),
      propertyRuns(300),
    );
  });

  it('a box is moved and scaled if the crop was enlarged', () => {
    const crop = {
      region: { left: 100, top: 200, right: 300, bottom: 300 },
      image: { width: 400, height: 200 },
    };
    const box = { left: 20, top: 40, right: 40, bottom: 60 };
    expect(cropToWhole(box, crop)).toEqual({ left: 110, top: 220, right: 120, bottom: 230 });
    expect(wholeToCrop({ left: 110, top: 220, right: 120, bottom: 230 }, crop)).toEqual(box);
  });
});
