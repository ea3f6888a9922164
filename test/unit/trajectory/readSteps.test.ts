import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { propertyRuns } from '../../../scripts/lib/generatedInputs.mjs';
import { ACTION_KINDS } from '../../../src/core/trajectory/actionKinds.ts';
import { DIALECT_NAMES } from '../../../src/core/trajectory/dialects/names.ts';
import { dialectOf } from '../../../src/core/trajectory/dialects/registry.ts';
import type { ParseContext, Step } from '../../../src/core/trajectory/model.ts';
import { parseTrajectory, readSteps } from '../../../src/core/trajectory/parser.ts';
import { plainActions } from '../../../src/core/trajectory/plainActions.ts';
import { nearlyRightOfAll } from './dialectTexts.ts';
import { brokenText, nearlyRight } from './generate.ts';

type NamedStep = Pick<Step, 'kind' | 'name'>;

const namesOf = (steps: readonly NamedStep[]): readonly string[] =>
  steps.filter(({ kind }) => ACTION_KINDS.has(kind)).map(({ name }) => name);

const context = (dialect: ParseContext['dialect']): ParseContext => ({ dialect, numImages: 2, tools: null });

/** Tags in any order, most of them where they belong, with text between them. */
const tagSoup = fc
  .array(
    fc.constantFrom(
      '<think>',
      '</think>',
      '<description>',
      '</description>',
      '<tool name="read_numeric_value" args="Image 1: row a">',
      '<tool name=" zoom " args="">',
      '<tool>',
      '</tool>',
      '<answer>',
      '</answer>',
      '<search>',
      '</search>',
      '<bbox>',
      '</bbox>',
      '<tool_call>',
      '</tool_call>',
      ' text ',
      '\n',
    ),
    { maxLength: 14 },
  )
  .map((parts) => parts.join(''));

const anyText = fc.oneof(brokenText, nearlyRight, nearlyRightOfAll, tagSoup);

describe('reading only the steps', () => {
  test('finds the steps that the parser finds', () => {
    fc.assert(
      fc.property(anyText, fc.constantFrom(...DIALECT_NAMES), (text, dialect) => {
        const named = ({ kind, name }: NamedStep): NamedStep => ({ kind, name });
        expect(readSteps(text, context(dialect)).map(named)).toEqual(
          parseTrajectory(text, context(dialect)).steps.map(named),
        );
      }),
      propertyRuns(2000),
    );
  });

  test('of a plain response finds the actions that the parser finds', () => {
    fc.assert(
      fc.property(anyText, fc.constantFrom(...DIALECT_NAMES), (text, dialect) => {
        const plain = plainActions(text, dialectOf(dialect));
        if (plain !== null) expect(plain).toEqual(namesOf(parseTrajectory(text, context(dialect)).steps));
      }),
      propertyRuns(10_000),
    );
  });

  test('knows plain responses from others', () => {
    const lang2act = dialectOf('lang2act');
    const call = '<tool name="zoom" args="Image 1: a">b</tool>';
    expect(plainActions(`<think>a > b</think>\n<description>${call}${call}</description>`, lang2act)).toEqual(
      ['zoom', 'zoom'],
    );
    for (const text of ['<think>a < b</think>', '<think>`x`</think>', call.slice(0, 20), '<think><answer>'])
      expect(plainActions(text, lang2act)).toBeNull();
  });
});
