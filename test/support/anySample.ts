import fc from 'fast-check';
import type { Sample } from '../../src/core/records/sample.ts';
import { PROFILE_NAMES } from '../../src/core/rewards/names.ts';
import { DIALECT_NAMES } from '../../src/core/trajectory/dialects/names.ts';

/** Any text, also with halves of characters, line ends of every kind, and what other formats take for marks. */
export const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc
    .array(
      fc.constantFrom(
        'a',
        '\u2028',
        '\u0085',
        '\uD83D',
        '\uDE00',
        '\r',
        '\n',
        '\0',
        '\uFEFF',
        '---',
        '"',
        '42',
        ' ',
      ),
      { maxLength: 8 },
    )
    .map((pieces) => pieces.join('')),
  // Long enough to be written once for all places where it stands.
  fc.constantFrom('x'.repeat(80), `${'y'.repeat(2000)}\uDC00`),
);

const anyNumber = fc.oneof(
  fc.double(),
  fc.integer(),
  fc.constantFrom(Number.NaN, Infinity, -Infinity, -0, 2 ** 53, 1e300),
);

const anyKey = fc.oneof(
  fc.constantFrom('__proto__', 'constructor', 'input', 'output', 'a.b', '', 'acc', 'pagetrace', 'samples'),
  fc.string({ maxLength: 5 }),
);

/** Any value of JSON as Python reads it. */
export const anyJson = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.constantFrom(null, true, false),
    anyNumber,
    anyText,
    fc.array(tie('value'), { maxLength: 4 }),
    fc
      .array(fc.tuple(anyKey, tie('value')), { maxLength: 4 })
      .map((entries) => Object.fromEntries(entries) as unknown),
  ),
})).value;

const orNull = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | null> => fc.option(value, { nil: null });

/** Any sample, whether or not some record has it. */
export const anySample: fc.Arbitrary<Sample> = fc
  .record({
    response: anyText,
    question: orNull(anyText),
    sentPrompt: orNull(anyText),
    numImages: orNull(fc.nat()),
    reference: orNull(anyText),
    references: fc.array(anyText, { maxLength: 3 }),
    groundTruth: anyJson.map((value) => value ?? undefined),
    toolResults: orNull(anyText),
    finishReason: orNull(anyText),
    responseLength: orNull(fc.nat()),
    retrieval: orNull(
      fc
        .tuple(
          fc.array(anyText, { minLength: 1, maxLength: 2 }),
          orNull(anyText),
          orNull(fc.array(anyText, { maxLength: 2 })),
        )
        .map(([images, fileName, pages]) => ({ images, fileName, pages })),
    ),
    verdict: fc.constantFrom('right', 'wrong', 'unknown'),
    id: orNull(anyText),
    group: orNull(anyText),
    groupScope: fc.option(anyText, { nil: undefined }),
    groupKeys: fc.array(anyKey, { maxLength: 2 }),
    score: orNull(anyNumber),
    step: orNull(fc.nat()),
    expected: orNull(
      fc
        .array(fc.tuple(fc.constantFrom('overall', 'format'), fc.double({ noNaN: true })))
        .map((entries) => Object.fromEntries(entries)),
    ),
    columns: fc
      .array(fc.tuple(anyKey, anyNumber), { maxLength: 3 })
      .map((entries) => Object.fromEntries(entries)),
    iou: orNull(anyNumber),
    toolIou: orNull(anyNumber),
    isRefinement: fc.boolean(),
    sufficient: orNull(fc.boolean()),
    dialect: orNull(fc.constantFrom(...DIALECT_NAMES)),
    reward: orNull(fc.constantFrom(...PROFILE_NAMES)),
    record: anyJson,
  })
  .map(({ groupScope, ...sample }) => (groupScope === undefined ? sample : { ...sample, groupScope }));

/** A sample of which nothing but its response is known, with changes. */
export function sampleWith(changes: Partial<Sample>): Sample {
  return {
    response: 'r',
    question: null,
    sentPrompt: null,
    numImages: null,
    reference: null,
    references: [],
    groundTruth: undefined,
    toolResults: null,
    finishReason: null,
    responseLength: null,
    retrieval: null,
    verdict: 'unknown',
    id: null,
    group: null,
    groupKeys: [],
    score: null,
    step: null,
    expected: null,
    columns: {},
    iou: null,
    toolIou: null,
    isRefinement: false,
    sufficient: null,
    dialect: null,
    reward: null,
    record: null,
    ...changes,
  };
}
