import { describe, expect, it } from 'vitest';
import { readClaims } from '../../../src/core/grounding/claims.ts';
import { boxOnSent } from '../../../src/core/grounding/crops.ts';
import type { CitedImage } from '../../../src/core/grounding/model.ts';
import type { Size } from '../../../src/core/geometry/size.ts';
import type { DialectName } from '../../../src/core/trajectory/model.ts';
import { parseTrajectory } from '../../../src/core/trajectory/parser.ts';

function sentImages(count: number, size: Size | null): CitedImage[] {
  return Array.from({ length: count }, (_, index) => ({
    image: index + 1,
    document: 'report.pdf',
    page: index + 3,
    size,
  }));
}

/** For each box: the number of its image, and the page and place that it is on, in shares rounded to 3 digits. */
function placedBoxes(text: string, dialect: DialectName, sent: readonly CitedImage[]): string[] {
  const trajectory = parseTrajectory(text, { dialect, numImages: sent.length, tools: null });
  const { claims, seen } = readClaims(trajectory, sent);
  return claims
    .filter(({ box }) => box !== null)
    .map((claim) => {
      const placed = boxOnSent(claim, seen);
      if (placed === null) return `${claim.image ?? '-'}: nowhere`;
      const { left, top, right, bottom } = placed.box;
      const shares = [left, top, right, bottom].map((share) => Number(share.toFixed(3))).join(' ');
      return `${claim.image ?? '-'}: page ${placed.sent.page}, ${shares}`;
    });
}

const crop = (box: string, image: number, reply = 'Here is the cropped image:<image>'): string =>
  `<tool_call>{"name": "crop_image_normalized", "arguments": {"bbox_2d": ${box}, "target_image": ${image}}}</tool_call><|im_end|>
<|im_start|>user
${reply}<|im_end|>
<|im_start|>assistant
`;
const zoom = (box: string, reply = '<image>'): string =>
  `<think>x</think><bbox>${box}</bbox><|im_start|>user\n${reply}<|im_end|>\n<|im_start|>assistant\n`;
const search =
  '<think>x</think><search>q</search><|im_start|>user\n<image><|im_end|>\n<|im_start|>assistant\n';

describe('crops of Pixel-Reasoner', () => {
  const size = { width: 1000, height: 500 };

  it('are widened by a tenth of the image, and a crop of a crop is placed on the page', () => {
    const text =
      crop('[0.2, 0.2, 0.4, 0.4]', 2) + crop('[0.5, 0.5, 0.6, 0.6]', 3) + crop('[0, 0, 0.5, 0.5]', 4);
    // Image 3 shows 0.1 to 0.5 of image 2, and image 4 shows 0.4 to 0.7 of that.
    const expected = [
      '2: page 4, 0.2 0.2 0.4 0.4',
      '3: page 4, 0.3 0.3 0.34 0.34',
      '4: page 4, 0.26 0.26 0.32 0.32',
    ];
    expect(placedBoxes(text, 'pixel-reasoner', sentImages(2, size))).toEqual(expected);
    expect(placedBoxes(text, 'pixel-reasoner', sentImages(2, null))).toEqual(expected);
  });

  it('are not made if the environment refuses them or if they are too small', () => {
    const refused = crop('[0.2, 0.2, 0.4, 0.4]', 1, 'Execution error: no');
    expect(placedBoxes(refused + crop('[0, 0, 0.5, 0.5]', 2), 'pixel-reasoner', sentImages(1, size))).toEqual(
      ['1: page 3, 0.2 0.2 0.4 0.4', '2: nowhere'],
    );
    const small = crop('[0.2, 0.2, 0.21, 0.21]', 1);
    expect(
      placedBoxes(
        small + crop('[0, 0, 0.5, 0.5]', 2),
        'pixel-reasoner',
        sentImages(1, { width: 90, height: 90 }),
      ),
    ).toEqual(['1: page 3, 0.2 0.2 0.21 0.21', '2: nowhere']);
  });

  it('have boxes in pixels if a number is 1 or more', () => {
    const text = crop('[100, 50, 200, 100]', 1);
    expect(placedBoxes(text, 'pixel-reasoner', sentImages(1, size))).toEqual(['1: page 3, 0.1 0.1 0.2 0.2']);
    expect(placedBoxes(text, 'pixel-reasoner', sentImages(1, null))).toEqual(['1: nowhere']);
  });
});

describe('crops of VRAG-RL', () => {
  const size = { width: 600, height: 600 };

  it('are of the last image, widened by 56 pixels before they are resized', () => {
    // The crop shows 44 to 356 of 600 pixels; 312 x 312 becomes 448 x 448.
    const text = search + zoom('[100, 100, 300, 300]') + zoom('[0, 0, 448, 448]');
    expect(placedBoxes(text, 'vrag-rl', sentImages(1, size))).toEqual([
      '1: page 3, 0.167 0.167 0.5 0.5',
      '2: page 3, 0.073 0.073 0.593 0.593',
    ]);
  });

  it('are numbered after the sent images, whichever search brought these', () => {
    const text =
      search +
      zoom('[0, 0, 60, 60]') +
      search +
      zoom('[0, 0, 60, 60]', 'The box is invalid.') +
      zoom('[0, 0, 6, 6]');
    expect(placedBoxes(text, 'vrag-rl', sentImages(2, size))).toEqual([
      '1: page 3, 0 0 0.1 0.1',
      '2: page 4, 0 0 0.1 0.1',
      '2: page 4, 0 0 0.01 0.01',
    ]);
  });

  it('are of the last sent image if there was no search', () => {
    expect(placedBoxes(zoom('[0, 0, 60, 60]'), 'vrag-rl', sentImages(2, size))).toEqual([
      '2: page 4, 0 0 0.1 0.1',
    ]);
  });
});

describe('boxes of VG-Refiner', () => {
  it('are on the sent image', () => {
    const text = '<think>x</think><answer>[{"bbox_2d": [10, 20, 30, 40]}]</answer>';
    expect(placedBoxes(text, 'vg-refiner', sentImages(1, { width: 100, height: 200 }))).toEqual([
      '1: page 3, 0.1 0.1 0.3 0.2',
    ]);
    expect(placedBoxes(text, 'vg-refiner', sentImages(1, null))).toEqual(['1: nowhere']);
    expect(placedBoxes(text, 'vg-refiner', [])).toEqual(['1: nowhere']);
  });
});
