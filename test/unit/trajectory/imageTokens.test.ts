import { expect, test } from 'vitest';
import { splitImageTokens } from '../../../src/core/trajectory/imageTokens.ts';

const PAD = '<|image_pad|>';

test.each([
  ['no image', ['no image']],
  [`a <|vision_start|>${PAD.repeat(300)}<|vision_end|> b`, ['a ', 2, ' b']],
  ['<|vision_start|><|vision_end|>', ['', 0, '']],
  [`${PAD.repeat(3)} and ${PAD}`, ['', 0, ' and ', 44, '']],
  ['see <image><image>.', ['see ', 4, '', 11, '.']],
  // Cut off within the pads.
  [`<|vision_start|>${PAD}<|image_p`, ['', 0, '']],
  [`<|vision_start|>${PAD}<`, ['', 0, '']],
  [`<|vision_start|>${PAD} < 3`, ['', 0, ' < 3']],
  ['<|vision_end|> <image 1> <|image|>', ['<|vision_end|> <image 1> <|image|>']],
])('what stands for an image is one piece of a text, whatever its length: %s', (text, pieces) => {
  expect(splitImageTokens(text, (start) => start)).toEqual(pieces);
});
