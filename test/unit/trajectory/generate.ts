import fc from 'fast-check';
import { DIALECT_PIECES } from './dialectTexts.ts';

/** Pieces of trajectories: whole, broken and hostile ones. */
export const PIECES = [
  '<think>',
  '</think>',
  '<description>',
  '</description>',
  '<answer>',
  '</answer>',
  '<THINK>',
  '</Think>',
  '<Description>',
  '</ANSWER>',
  '< think >',
  '</ think>',
  '<think >',
  '</answer >',
  '<answer/>',
  '<think/>',
  '<think id="1">',
  '<tool>',
  '</tool>',
  '</TOOL>',
  '<tool/>',
  '<tool name="read_text_element" args="Image 1: title">',
  "<tool name='zoom' args='Image 9: \"x\" row'>",
  '<tool name="compare_values" args="Image 2: the "total" row">',
  '<tool name="compute_percentage" args="">',
  '<tool name=read_text_element args=Image 1: x>',
  '<tool args="a" name="b">',
  '<tool name="read_numeric_value" args="Image 1: a > b">',
  '<tool name="a" args="Image 1: open>',
  '<tool name="x"',
  '<TOOL\nname="locate_visual_element"\targs="image 3 : chart">',
  '<tool name = "x" args = "y" >',
  '<tool name=\'a" args="b">',
  '<tool name="x" args="Image 2: y"/>',
  '<tool ',
  '<tool name="',
  '<to',
  '</',
  '<',
  '>',
  '/>',
  '"',
  "'",
  '=',
  ' args="',
  '<observe>',
  '</observe>',
  '<evidence>',
  '<search>',
  '<bbox>',
  '<tool_call>',
  '</tool_call>',
  '<judge>',
  '<b>',
  '</b>',
  '<thınk>',
  '<ſearch>',
  '<tools>',
  '<thinking>',
  'a < b > c',
  '```',
  '```xml',
  '```xml\n',
  '````',
  '``',
  '`',
  '\n```\n',
  '\n',
  '\r\n',
  '\n\n',
  '\r',
  '\t',
  ' ',
  '   ',
  '\u0085',
  '\u001f',
  '\ufeff',
  'Image 1',
  'Image 2 ',
  'image  3',
  'Image1',
  'Images 1 and 2',
  'Image #4',
  'IMAGE\n5',
  'Image ٣',
  'İmage 𝟏𝟐',
  'Image 99999999999999999999',
  'Imag',
  'Image ',
  'i',
  'x',
  'The total is 5.',
  '😀',
  '\ud83d',
  '\ude00',
  '漢字',
  'é',
  '{"bbox_2d": [1, 2, 3, 4]}',
  '\\boxed{5}',
  '[1]: no relevant information',
  '<answer',
  '</answe',
  ...DIALECT_PIECES,
] as const;

/** Texts that are hard to parse: up to about 40 pieces, or any string, or both. */
export const brokenText: fc.Arbitrary<string> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.array(fc.constantFrom(...PIECES), { maxLength: 40 }).map((pieces) => pieces.join('')),
  },
  {
    weight: 2,
    arbitrary: fc
      .array(fc.oneof(fc.constantFrom(...PIECES), fc.string({ unit: 'binary', maxLength: 6 })), {
        maxLength: 24,
      })
      .map((pieces) => pieces.join('')),
  },
  {
    weight: 1,
    arbitrary: fc.string({
      unit: fc.constantFrom(...Array.from('<>/"\'= \n`think tool name args')),
      maxLength: 60,
    }),
  },
);

const observation = fc.constantFrom(
  '518.9 million',
  'The chart stands at the top.',
  '',
  '  ',
  'a < b',
  'It\'s "Total".',
  '7.2%',
);
const args = fc.constantFrom(
  'args="Image 1: title"',
  "args='Image 2: row 3'",
  'args="Image 4: x"',
  'args=""',
  'args="the legend"',
  'args="Image1: x"',
  'args="Image 1: the "total" row"',
  'args="Image 1: open',
  '',
);
const name = fc.constantFrom(
  'read_text_element',
  'compare_values',
  'compute_percentage',
  'compute_difference',
  'zoom',
  'READ_TEXT_ELEMENT',
);
const call = fc
  .tuple(name, args, observation, fc.constantFrom('</tool>', '</tool>', '</tool>', '', '</tool></tool>'))
  .map(([tool, written, saw, close]) => `<tool name="${tool}" ${written}>${saw}${close}`);
const calls = fc.array(call, { maxLength: 5 }).map((list) => list.join('\n'));

/** Nearly right responses: whole blocks, some of which are missing, repeated, out of order or truncated. */
export const nearlyRight: fc.Arbitrary<string> = fc
  .tuple(
    fc.constantFrom('', 'Sure.\n', '```xml\n', '\n'),
    fc.shuffledSubarray(['think', 'description', 'answer', 'answer', 'think'], { minLength: 1 }),
    calls,
    fc.constantFrom(
      'Image 1 holds it.',
      'I put it into <answer> tags.',
      'Image 1 and Image 2.\n<description>',
      '',
    ),
    fc.constantFrom('', '\n', ' '),
    fc.constantFrom('', '\n```', ' That is all.'),
    fc.double({ min: 0, max: 1.3, noNaN: true }),
  )
  .map(([before, blocks, tools, thought, gap, after, cut]) => {
    const body = { think: thought, description: tools, answer: '518.9' };
    const text =
      before +
      blocks.map((block) => `<${block}>${body[block as keyof typeof body]}</${block}>`).join(gap) +
      after;
    return text.slice(0, Math.ceil(text.length * cut));
  });

/** `text` divided into chunks at the places given by `seeds`. */
export function cutIntoChunks(text: string, sizes: readonly number[]): string[] {
  const chunks: string[] = [];
  let at = 0;
  for (let turn = 0; at < text.length; turn++) {
    const size = Math.max(1, sizes[turn % sizes.length] ?? 1);
    chunks.push(text.slice(at, at + size));
    at += size;
  }
  return chunks;
}
