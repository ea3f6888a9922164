import { describe, expect, test } from 'vitest';
import { checks } from '../../../src/core/trajectory/checks.ts';
import { DIALECT_NAMES } from '../../../src/core/trajectory/dialects/names.ts';
import { DIALECTS, KNOWN_TOOLS, dialectOf } from '../../../src/core/trajectory/dialects/registry.ts';
import { KNOWN_TAGS } from '../../../src/core/trajectory/dialects/tags.ts';
import { describeFinding } from '../../../src/core/trajectory/findingDescriptions.ts';
import { FINDING_CODES } from '../../../src/core/trajectory/findings.ts';
import type { ParseContext } from '../../../src/core/trajectory/model.ts';
import { TrajectoryParser, parseTrajectory } from '../../../src/core/trajectory/parser.ts';

const CONTEXT: ParseContext = { dialect: 'lang2act', numImages: 3, tools: null };
const GOOD =
  '<think>Image 1</think><description><tool name="read_text_element" args="Image 1: title">Report</tool></description><answer>5</answer>';

function states(text: string, context: Partial<ParseContext> = {}): Record<string, string> {
  const list = checks(parseTrajectory(text, { ...CONTEXT, ...context }));
  return Object.fromEntries(list.map((check) => [check.code, check.state]));
}

describe('checks', () => {
  test('all checks pass for a response without faults', () => {
    expect(new Set(Object.values(states(GOOD)))).toEqual(new Set(['passed']));
  });

  test('a check does not apply if the response has nothing to check', () => {
    const list = states('<think>It is 5.</think><description>Nothing.</description><answer>5</answer>');
    expect(list).toMatchObject({
      'blocks-present': 'passed',
      'tools-present': 'failed',
      'tools-known': 'not-applicable',
      'images-in-range': 'not-applicable',
      'images-in-think': 'not-applicable',
      'observations-filled': 'not-applicable',
    });
    expect(states(GOOD, { numImages: null })['images-in-range']).toBe('not-applicable');
  });

  test('a check that needs the end of the text does not apply before it', () => {
    const parser = new TrajectoryParser(CONTEXT);
    parser.append('<think>Image 1</think>');
    const before = checks(parser.snapshot()).find((check) => check.code === 'blocks-present');
    expect(before?.state).toBe('not-applicable');
    parser.end();
    const after = checks(parser.snapshot()).find((check) => check.code === 'blocks-present');
    expect(after?.state).toBe('failed');
    expect(after?.findings).toHaveLength(2);
    expect(after?.severity).toBe('error');
  });

  test('a failed check carries its findings and the worst severity of them', () => {
    const list = checks(
      parseTrajectory(GOOD.replace('<think>', '<THINK>').replace('</answer>', ''), CONTEXT),
    );
    const failed = list.filter((check) => check.state === 'failed');
    expect(failed.map((check) => [check.code, check.severity])).toEqual([
      ['blocks-closed', 'error'],
      ['tags-plain', 'information'],
    ]);
  });

  test('a dialect without tool calls has no checks of them, and its checks name its own tags', () => {
    const list = checks(
      parseTrajectory('<think>a</think><answer>b</answer>', { ...CONTEXT, dialect: 'think-answer' }),
    );
    expect(list.some((check) => check.code.startsWith('tools-'))).toBe(false);
    expect(list[0]).toMatchObject({ title: '<think>, <answer> are present', state: 'passed' });
  });

  test('every finding code has a line that explains it', () => {
    for (const code of FINDING_CODES) {
      expect(code).toMatch(/^[a-z]+(-[a-z]+)*$/);
      expect(describeFinding(code)).toMatch(/^\S.*\.$/);
    }
  });
});

describe('dialects', () => {
  test('each dialect is registered under its own name, with known tags', () => {
    expect(Object.keys(DIALECTS).toSorted()).toEqual([...DIALECT_NAMES].toSorted());
    for (const name of DIALECT_NAMES) {
      const dialect = dialectOf(name);
      expect(dialect.name).toBe(name);
      for (const block of dialect.blocks) expect(KNOWN_TAGS.has(block.name)).toBe(true);
      if (dialect.tools !== null && dialect.tools.container !== null) {
        expect(dialect.blocks.map((block) => block.name)).toContain(dialect.tools.container);
      }
    }
  });

  test('the eight tools of Lang2Act are known', () => {
    expect([...KNOWN_TOOLS.keys()].toSorted()).toEqual([
      'compare_values',
      'compute_difference',
      'compute_percentage',
      'identify_entity_attribute',
      'infer_missing_information',
      'locate_visual_element',
      'read_numeric_value',
      'read_text_element',
    ]);
  });
});
