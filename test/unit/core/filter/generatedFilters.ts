import fc from 'fast-check';

const NAMES = [
  'reward',
  'score',
  'acc',
  'odd name',
  'group.std',
  'tools',
  'question',
  'answer',
  'kind',
  'and',
  'has',
  '\u0301x',
  'a"`\\b',
];
const LISTS = ['tool', 'finding', 'claim', 'finish', 'id', 'file', 'group'];
const SIGNS = ['=', '!=', '<', '<=', '>', '>='];

const words = fc.oneof(
  fc.constantFrom(
    'cash',
    'Cash',
    'length',
    'reference',
    'or',
    'nan',
    '3',
    '1..2',
    '/x/',
    'a*b',
    'é',
    'e\u0301',
    '',
  ),
  fc.string({ unit: 'grapheme', maxLength: 8 }),
  fc.string({ unit: 'binary', maxLength: 8 }),
);
const numbers = fc.oneof(
  fc.constantFrom('0', '-0.5', '1e3', '.5', '1e-7', 'nan', 'inf', '-inf', '123456789012345678901234567890'),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => String(value)),
);

/** A text in quotes; only quotes and backslashes are escaped, so line ends and control characters stand as they are. */
const quoted = words.map((text) => `"${text.replace(/["\\]/g, '\\$&')}"`);
const named = fc.constantFrom(...NAMES).map((name) => `\`${name.replace(/[`\\]/g, '\\$&')}\``);
const patterns = fc.constantFrom('/a.b/', '/\\/x/i', '/[^)]+/ms', '/(?i)x|y/s');

/** A condition as people may write it. */
const conditions = fc.oneof(
  fc.tuple(named, fc.constantFrom(...SIGNS), numbers).map((parts) => parts.join('')),
  fc
    .tuple(fc.constantFrom('reward', 'step', 'group.n'), fc.constantFrom(':1..2', '=..-3', ':0.5..'))
    .map((parts) => parts.join('')),
  fc
    .tuple(
      fc.constantFrom('question', 'answer', 'kind'),
      fc.constantFrom(':', '=', '!='),
      fc.oneof(quoted, patterns),
    )
    .map((parts) => parts.join(' ')),
  fc
    .tuple(
      fc.constantFrom(...LISTS),
      fc.constantFrom(':', '=', '!='),
      fc.oneof(quoted, patterns, fc.constantFrom('x', 'read_*', '*', 'not-found')),
    )
    .map((parts) => parts.join('')),
  fc
    .tuple(
      fc.constantFrom('answer', 'acc', 'score'),
      fc.constantFrom(...SIGNS),
      fc.constantFrom('`reference`', '`score`'),
    )
    .map((parts) => parts.join('')),
  fc
    .tuple(fc.constantFrom('has', 'missing'), fc.constantFrom(':', '!='), named)
    .map((parts) => parts.join('')),
  fc
    .tuple(fc.constantFrom('is:', 'is!='), fc.constantFrom('failed', 'broken', 'truncated', 'right', 'wrong'))
    .map((parts) => parts.join('')),
  quoted,
  patterns,
  fc.constantFrom('cash', "don't", '42nd', 'é'),
);

/** Filters that can be read, nested, with redundant parentheses. */
export const filters: fc.Arbitrary<string> = fc.letrec<{ filter: string }>((tie) => ({
  filter: fc.oneof(
    { maxDepth: 5, withCrossShrink: true },
    conditions,
    fc
      .tuple(tie('filter'), fc.constantFrom(' and ', ' or ', ' ', '  AND\n'), tie('filter'))
      .map((parts) => parts.join('')),
    tie('filter').map((filter) => `not ${filter}`),
    tie('filter').map((filter) => `( ${filter})`),
  ),
})).filter;

/** A formula, as a filter and as a function of which conditions hold; condition `n` is `a<n`. */
export interface Formula {
  readonly text: string;
  readonly holds: (atoms: readonly boolean[]) => boolean;
}

/** Formulas over eight conditions, with parentheses everywhere. */
export const formulas: fc.Arbitrary<Formula> = fc.letrec<{ formula: Formula }>((tie) => ({
  formula: fc.oneof(
    { maxDepth: 6 },
    fc.nat(7).map((at) => ({ text: `a<${at}`, holds: (atoms: readonly boolean[]) => atoms[at] === true })),
    fc.tuple(tie('formula'), tie('formula')).map(([a, b]) => ({
      text: `(${a.text}) and (${b.text})`,
      holds: (atoms: readonly boolean[]) => a.holds(atoms) && b.holds(atoms),
    })),
    fc.tuple(tie('formula'), tie('formula')).map(([a, b]) => ({
      text: `(${a.text}) or (${b.text})`,
      holds: (atoms: readonly boolean[]) => a.holds(atoms) || b.holds(atoms),
    })),
    tie('formula').map((a) => ({
      text: `not (${a.text})`,
      holds: (atoms: readonly boolean[]) => !a.holds(atoms),
    })),
  ),
})).formula;

/** Texts that are no filter, or nearly one: its pieces in any order. */
export const pieces: fc.Arbitrary<string> = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '(',
        ')',
        ' ',
        'and',
        'or',
        'not',
        '"',
        "'",
        '`',
        '/',
        '\\',
        '<',
        '=',
        '!',
        '!=',
        ':',
        '..',
        '-',
        '&&',
        '||',
        '*',
        '\n',
        '3',
        'reward',
        'tool:',
        'is:',
        'has:',
        'group.',
        '/x/',
        '\\u00',
      ),
      words,
    ),
    { maxLength: 20 },
  )
  .map((parts) => parts.join(''));
