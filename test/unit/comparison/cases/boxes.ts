import { answer, both, think, type AlignmentCase } from './alignmentCase.ts';

const rethink = (text: string): string => `<rethink>${text}</rethink>\n`;
const ask = '<function>\nget_extra_ref_result()\n</function>\n';
const boxOf = (box: string): string => `<tool>\n[{"bbox_2d": [${box}]}]\n</tool>\n`;
const boxAnswer = (box: string): string => answer(`[{"bbox_2d": [${box}], "label": "dog"}]`);

const text = (said: string): string => `${said}\n`;
const crop = (box: string, image = 1): string =>
  '<tool_call>\n' +
  `{"name": "crop_image_normalized", "arguments": {"bbox_2d": [${box}], "target_image": ${image}}}\n` +
  '</tool_call><|im_end|>\n';
const frames = (list: string): string =>
  `<tool_call>\n{"name": "select_frames", "arguments": {"target_frames": [${list}]}}\n</tool_call><|im_end|>\n`;
const image = (size: string): string =>
  `<|im_start|>user\nHere is the cropped image (Image Size: ${size}):<image><|im_end|>\n<|im_start|>assistant\n`;
const shown =
  '<|im_start|>user\nHere are the selected frames (Frame Size: 300x200, Numbered 2 to 4):<image><|im_end|>\n' +
  '<|im_start|>assistant\n';

/** Trajectories of VG-Refiner and Pixel-Reasoner in pairs. */
export const BOX_CASES: readonly AlignmentCase[] = [
  {
    title: 'the tool finds another dog',
    dialect: 'vg-refiner',
    rows: [
      both(think('The dog on the left.')),
      both(ask),
      [boxOf('10, 20, 30, 40'), boxOf('210, 20, 230, 40')],
      [rethink('The box fits.'), rethink('This is the dog on the right.')],
      [boxAnswer('10, 20, 32, 44'), boxAnswer('10, 20, 30, 41')],
    ],
  },
  {
    title: 'the tool is asked once more in the end',
    dialect: 'vg-refiner',
    rows: [
      both(think('The dog on the left.')),
      both(ask),
      [boxOf('10, 20, 30, 40'), boxOf('11, 19, 30, 41')],
      both(rethink('The box is too small.')),
      [null, ask],
      [null, boxOf('200, 220, 330, 440')],
      [null, rethink('This is another dog.')],
      both(boxAnswer('10, 20, 32, 44')),
    ],
  },
  {
    title: 'the tool is asked once more in the beginning',
    dialect: 'vg-refiner',
    rows: [
      both(think('The dog on the left.')),
      [null, ask],
      [null, boxOf('200, 220, 330, 440')],
      [null, rethink('This is another dog, I ask again.')],
      both(ask),
      [boxOf('10, 20, 30, 40'), boxOf('11, 19, 30, 41')],
      both(rethink('The box is too small.')),
      both(boxAnswer('10, 20, 32, 44')),
    ],
  },
  {
    title: 'one model does not ask the tool',
    dialect: 'vg-refiner',
    rows: [
      both(think('The dog on the left.')),
      [ask, null],
      [boxOf('10, 20, 30, 40'), null],
      [rethink('The box is too small.'), null],
      both(boxAnswer('10, 20, 32, 44')),
    ],
  },
  {
    title: 'a crop is added before nearly the same one',
    dialect: 'pixel-reasoner',
    rows: [
      [null, text('I look at the heading first.')],
      [null, crop('0.1, 0.0, 0.9, 0.1')],
      [null, image('800x100')],
      [
        text('The row is small, so I look closer.'),
        text('The heading is Revenue. The row is small, I look closer.'),
      ],
      [crop('0.1, 0.2, 0.5, 0.6'), crop('0.1, 0.2, 0.5, 0.58')],
      [image('300x200'), image('300x190')],
      [text('It reads 518.9, so the answer is '), text('It says 518.9: ')],
      both('\\boxed{518.9}'),
    ],
  },
  {
    title: 'the second crop is the first one now',
    dialect: 'pixel-reasoner',
    rows: [
      both(text('I look closer.')),
      [crop('0.0, 0.0, 0.2, 0.2'), null],
      [image('200x200'), null],
      [text('Nothing is here.'), null],
      [crop('0.5, 0.5, 0.9, 0.9'), crop('0.52, 0.5, 0.9, 0.9')],
      [image('400x400'), image('380x400')],
      [text('It reads 12, so the answer is '), text('There it is: ')],
      both('\\boxed{12}'),
    ],
  },
  {
    title: 'the same crop of two images, the first of which is no longer looked at',
    dialect: 'pixel-reasoner',
    rows: [
      both(text('I compare both images.')),
      [crop('0.1, 0.1, 0.4, 0.4', 1), null],
      [image('300x300'), null],
      [text('A cat.'), null],
      both(crop('0.1, 0.1, 0.4, 0.4', 2)),
      both(image('300x300')),
      [text('A dog, so they differ: '), text('A dog: ')],
      [String.raw`\boxed{no}`, String.raw`\boxed{yes}`],
    ],
  },
  {
    title: 'frames are selected instead of a crop, and the crop follows',
    dialect: 'pixel-reasoner',
    rows: [
      both(text('I look closer.')),
      [null, frames('2, 3, 4')],
      [null, shown],
      [null, text('The third frame has it.')],
      both(crop('0.1, 0.2, 0.5, 0.6')),
      both(image('300x200')),
      [text('The answer is '), text('The answer must be ')],
      both('\\boxed{7}'),
    ],
  },
  {
    title: 'no crop at all',
    dialect: 'pixel-reasoner',
    rows: [
      [text('The row is small, so I look closer.'), null],
      [crop('0.1, 0.2, 0.5, 0.6'), null],
      [image('300x200'), null],
      [text('It reads 518.9, so the answer is '), text('The row reads 518.9, so it is ')],
      both('\\boxed{518.9}'),
    ],
  },
];
