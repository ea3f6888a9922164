import { space, tag } from './alphabets.ts';
import type { Choices } from './choices.ts';

const EDGES = [
  ...['0', '-0', '-1', '400', '1e2', '1.5', '10.0', '-0.0', '99.99', '1E+2', '1e-3', 'true', 'false'],
  ...['2147483647', '4294967296', '3037000500', '4611686018427387904', '9223372036854775807'],
  ...['9223372036854775808', '18446744073709551615', '18446744073709551616', '-9223372036854775808'],
  ...['-9223372036854775809', '1e18', '1e19', '1e154', '1e308', '1e309', '-1e309', '5e-324', '16777217'],
] as unknown as readonly [string, ...string[]];
const UNSIGNED = ['9223372036854775808', '9223372036854775908', '18446744073709551615'] as const;
const NO_NUMBERS = ['null', '"5"', 'NaN', 'Infinity', '-Infinity', '[1]', '[]', '{}', '"bbox_2d"'] as const;
const NO_JSON = ['01', '1.', '.5', '+1', '1e', '0x10', '1_000', '\u0661', '--1', '-', '1.e5', "'5'"] as const;
const ENTRIES = [
  ...['1', 'true', 'null', '1.5', 'NaN', '"x"', '"my bbox_2d"', '""', '[]', '[1, 2]', '["bbox_2d"]'],
  ...['[["bbox_2d"]]', '{}', '{"bbox": [1, 2, 3, 4]}', '{"bbox_2D": [1, 2, 3, 4]}'],
] as unknown as readonly [string, ...string[]];
const WHOLES = [
  ...['[]', '{}', 'null', '', '  ', '\x1c', '\u3000', '0', '-0', '0.0', '-0.0', 'false', 'true', '1', 'NaN'],
  ...['"abc"', '"bbox_2d"', '""', '[1]', '[[]]', ' [] ', '\ufeff[]', '\u00a0[]', '[] x', '[}', '{"x": 1}'],
  ...[
    '{"bbox_2d": [1, 2, 3, 4]}',
    '{"abbox_2dc": 1}',
    '[]\n',
    '[,]',
    '[1,]',
    '{"a" 1}',
    '{"a": 1,}',
    '{a: 1}',
  ],
  ...['"\\ud83d\\ude00"', '"\\x41"', '"\\u12"', '"tab\there"', '"open', 'nul', 'Infinity', '-NaN'],
] as unknown as readonly [string, ...string[]];
const BOXES = [
  ...[
    '"abcd"',
    '{"a": 1}',
    '[[1], [2], [3], [4]]',
    '[[1, 2, 3, 4]]',
    'null',
    '[1, 2, 3, 4,]',
    '[]',
    '7',
    '[1]',
  ],
] as unknown as readonly [string, ...string[]];

/** Probabilities of faults in a record, from almost none to almost everything. */
interface Harm {
  readonly number: number;
  readonly shape: number;
  readonly whole: number;
}

const HARMS: readonly [Harm, Harm, Harm] = [
  { number: 0, shape: 0, whole: 0 },
  { number: 0.01, shape: 0.005, whole: 0.01 },
  { number: 0.08, shape: 0.02, whole: 0.05 },
];

/** A record for VG-Refiner's rewards: boxes near those of the reference, in JSON that Python may reject. */
export function boxRecord(choose: Choices) {
  const harm: Harm = choose.pick(HARMS);
  const known: (readonly string[])[] = [];
  const truth = boxList(choose, harm, known);
  const answer = boxList(choose, harm, known);
  const tool = boxList(choose, harm, known);
  const around = (): string => (choose.chance(0.2) ? space(choose) : '');
  const part = (name: string, content: string): string =>
    `${loose(choose, tag(choose, name, false, harm.shape))}${content}${loose(choose, tag(choose, name, true, harm.shape))}`;
  const parts = [
    part('think', choose.pick(['a', 'x < y / z', '', '\ud83d'])),
    part('rethink', 'b'),
    part('answer', `${around()}${answer}${around()}`),
  ];
  if (choose.chance(0.05)) parts.splice(choose.below(4), 0, part('answer', boxList(choose, harm, known)));
  if (choose.chance(0.02)) parts.push(choose.pick(['<answer>', '</answer>', '<answer>x']));
  return { response: parts.join(around()), ground_truth: truth, tool_results: tool };
}

/** A tag with white space around its marks, rarely with characters that only look like white space. */
function loose(choose: Choices, whole: string): string {
  if (choose.chance(0.8)) return whole;
  return whole.replace(/[<>/]/g, (mark) => {
    const [before, after] = [
      choose.chance(0.3) ? space(choose) : '',
      choose.chance(0.3) ? space(choose) : '',
    ];
    return `${before}${mark}${after}`;
  });
}

function boxList(choose: Choices, harm: Harm, known: (readonly string[])[]): string {
  if (choose.chance(harm.whole + 0.01)) return choose.pick(WHOLES);
  const count = choose.chance(0.0005) ? 118 + choose.below(5) : choose.pick([0, 1, 1, 1, 2, 2, 3, 4, 5, 9]);
  const entries = choose.list(count, () => entry(choose, harm, known));
  const joint = choose.pick([', ', ',', ',\n']);
  let list = count === 1 && choose.chance(0.1) ? (entries[0] ?? '') : `[${entries.join(joint)}]`;
  if (choose.chance(harm.shape)) list = list.slice(0, choose.below(list.length + 1));
  if (choose.chance(harm.shape)) list = `${choose.pick([' ', '\x0b', '\x85', '```json\n', '\ufeff'])}${list}`;
  if (choose.chance(harm.shape)) list += choose.pick([' ', ',', '\x1c', '}', '\n```']);
  if (choose.chance(harm.shape / 20)) list = `${'['.repeat(3000)}${']'.repeat(3000)}`;
  return list;
}

function entry(choose: Choices, harm: Harm, known: (readonly string[])[]): string {
  if (choose.chance(harm.shape)) return choose.pick(ENTRIES);
  const near = known[choose.below(known.length)];
  const numbers = near !== undefined && choose.chance(0.75) ? nearby(choose, near) : box(choose, harm);
  known.push(numbers);
  const list = `[${numbers.map((number) => (choose.chance(harm.number) ? odd(choose) : number)).join(', ')}]`;
  const value = choose.chance(harm.shape) ? choose.pick(BOXES) : list;
  const before = choose.chance(0.05) ? '"bbox_2d": [1, 2, 3, 4], ' : '';
  const after = choose.chance(0.1)
    ? choose.pick([
        ', "label": "a < b / c"',
        ', "point_2d": [1, 2]',
        ', "x": "\\ud83d"',
        ', "a": {"b": [true]}',
      ])
    : '';
  return `{${before}"bbox_2d": ${value}${after}}`;
}

function odd(choose: Choices): string {
  if (choose.chance(0.8)) return choose.pick(EDGES);
  return choose.chance(0.7) ? choose.pick(NO_NUMBERS) : choose.pick(NO_JSON);
}

function box(choose: Choices, harm: Harm): string[] {
  if (choose.chance(harm.shape)) return choose.list(4, () => choose.pick(UNSIGNED));
  if (choose.chance(harm.shape)) return choose.list(4, () => choose.pick(['true', 'false']));
  const count = choose.chance(harm.shape) ? choose.pick([1, 3, 5, 8, 12]) : 4;
  if (count !== 4) return choose.list(count, () => String(choose.below(400)));
  // A coarse grid produces equal boxes, overlaps and costs; a fine one produces doubles of all kinds.
  const step = choose.pick([1, 1, 50]);
  const [x, y] = [choose.below(400), choose.below(400)].map((at) => Math.floor(at / step) * step) as [
    number,
    number,
  ];
  const size = (): number => Math.floor(choose.below(300) / step) * step - (choose.chance(0.02) ? 300 : 0);
  const corners = [x, y, x + size(), y + size()];
  if (choose.chance(0.05)) return corners.map((at) => String(at + choose.pick([0.5, 0.25, 0])));
  return corners.map((at) => (choose.chance(0.01) ? `${String(at)}.0` : String(at)));
}

function nearby(choose: Choices, numbers: readonly string[]): string[] {
  if (choose.chance(0.3)) return [...numbers];
  return numbers.map((number) => {
    const at = Number(number);
    const isSmall = Number.isFinite(at) && Math.abs(at) < 1e6;
    return isSmall && choose.chance(0.5) ? String(at + choose.below(31) - 10) : number;
  });
}
