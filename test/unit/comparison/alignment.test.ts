import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '../../../scripts/lib/generatedInputs.mjs';
import { StepAlignment } from '../../../src/core/comparison/alignment.ts';
import type { ComparableStep } from '../../../src/core/comparison/comparableSteps.ts';
import { growth, LIMIT } from '../../support/growth.ts';
import { alignCase } from './cases/alignCase.ts';
import { BOX_CASES } from './cases/boxes.ts';
import { comparableStep as step } from './cases/comparableStep.ts';
import { editedPair } from './cases/editedPair.ts';
import { EVISRAG_CASES } from './cases/evisrag.ts';
import { LANG2ACT_CASES } from './cases/lang2act.ts';
import { SIDES_CASES } from './cases/sides.ts';
import { VRAG_CASES } from './cases/vragRl.ts';

const align = (...sides: readonly (readonly ComparableStep[])[]) => new StepAlignment().align(sides);
/** The rows of aligned steps, such as `0:1:-`. */
const rows = (...sides: readonly (readonly ComparableStep[])[]): string[] =>
  align(...sides).map((row) => row.map((index) => index ?? '-').join(':'));

describe('the alignment of trajectories', () => {
  it.each([...LANG2ACT_CASES, ...EVISRAG_CASES, ...BOX_CASES, ...VRAG_CASES, ...SIDES_CASES])(
    'is what a person would make of $dialect: $title',
    (one) => {
      const { wanted, made } = alignCase(one);
      expect(made).toEqual(wanted);
    },
  );

  it('finds the counterparts of turns that were reworded among turns that were removed and added', () => {
    const counts = { right: 0, missed: 0 };
    for (const one of fc.sample(editedPair, propertyRuns(1_500))) {
      const { wanted, made } = alignCase(one);
      const found = new Set(made);
      const pairs = wanted.filter((row) => !row.includes('-'));
      const right = pairs.filter((row) => found.has(row)).length;
      counts.right += right;
      counts.missed += pairs.length - right;
    }
    expect(counts.right).toBeGreaterThan(1_000);
    expect(counts.missed / counts.right).toBeLessThan(0.005);
  });

  it('pairs blocks of the same name, whatever their text', () => {
    const before = [step('think', 'think', 'a'), step('answer', 'answer', '4')];
    const after = [
      step('think', 'think', 'b c'),
      step('block', 'description'),
      step('answer', 'answer', '5'),
    ];
    expect(rows(before, after)).toEqual(['0:0', '-:1', '1:2']);
  });

  it('pairs the same tool call on both sides after a new one was inserted', () => {
    const before = [step('tool', 'read_numeric_value', 'image 2 row total 518')];
    const after = [
      step('tool', 'read_numeric_value', 'image 1 heading'),
      step('tool', 'read_numeric_value', 'image 2 row total 518'),
    ];
    expect(rows(before, after)).toEqual(['-:0', '0:1']);
  });

  it('pairs tool calls by their args where their texts are empty', () => {
    const before = [step('tool', 'zoom', '', 'image 1'), step('tool', 'zoom', '', 'image 2 table')];
    const after = [step('tool', 'zoom', '', 'image 2 table')];
    expect(rows(before, after)).toEqual(['0:-', '1:0']);
  });

  it('never pairs a block with a tool call', () => {
    expect(rows([step('think', 'think', 'x')], [step('tool', 'think', 'x')])).toEqual(['0:-', '-:0']);
  });

  it('puts a step that only some sides have in one row for all of them', () => {
    const think = step('think', 'think', 'look');
    const answer = step('answer', 'answer', '4');
    const call = step('tool', 'zoom', 'the table of revenue', 'image 2');
    expect(rows([think, answer], [think, call, answer], [think, answer], [think, call, answer])).toEqual([
      '0:0:0:0',
      '-:1:-:1',
      '1:2:1:2',
    ]);
  });

  it('finds an inserted step among hundreds that differ on all sides', () => {
    const calls = (side: string): ComparableStep[] =>
      Array.from({ length: 300 }, (_, k) => step('tool', 'read', `row${k} of ${side}`, `row${k} column${k}`));
    const [before, after] = [calls('one'), calls('two')];
    after.splice(150, 0, step('tool', 'crop', 'something else'));
    const made = rows(before, after);
    expect(made).toHaveLength(301);
    expect(made[150]).toBe('-:150');
    expect(made[300]).toBe('299:300');
  });

  it('shows every step of every side once and in order, also when there are many', () => {
    const kinds = fc.constantFrom<ComparableStep['kind']>('think', 'tool', 'answer', 'text');
    const words = fc.array(fc.constantFrom('x', 'y', 'z'), { maxLength: 4 });
    const some = fc
      .tuple(kinds, fc.constantFrom('a', 'b', 'c'), words)
      .map(([kind, name, said]) => step(kind, name, said.join(' ')));
    const side = fc.oneof(
      { weight: 30, arbitrary: fc.array(some, { maxLength: 12 }) },
      { weight: 1, arbitrary: fc.array(some, { minLength: 201, maxLength: 220 }) },
      // So long that steps are paired by their places.
      { weight: 1, arbitrary: some.map((one) => Array.from({ length: 5_001 }, () => one)) },
    );
    fc.assert(
      fc.property(fc.array(side, { minLength: 2, maxLength: 8 }), (sides) => {
        const made = align(...sides);
        for (const [index, steps] of sides.entries())
          expect(made.map((row) => row[index]).filter((cell) => cell !== null)).toEqual([...steps.keys()]);
        for (const row of made) {
          expect(row).toHaveLength(sides.length);
          expect(row.some((cell) => cell !== null)).toBe(true);
        }
      }),
      propertyRuns(100),
    );
  });

  it('matches steps of the same kind only, and the same trajectory with itself', () => {
    const some = fc
      .tuple(fc.constantFrom<ComparableStep['kind']>('think', 'tool', 'text'), fc.constantFrom('a', 'b'))
      .map(([kind, name]) => step(kind, name, name));
    const side = fc.array(some, { maxLength: 10 });
    fc.assert(
      fc.property(side, side, side, (a, b, c) => {
        const sides = [a, b, c];
        for (const row of align(...sides)) {
          const kinds = row.flatMap((cell, index) =>
            cell === null ? [] : (sides[index]?.[cell]?.kind ?? []),
          );
          expect(new Set(kinds).size).toBe(1);
        }
        expect(align(a, a)).toEqual(a.map((_, index) => [index, index]));
      }),
      propertyRuns(200),
    );
  });

  it('takes time in proportion to the length of trajectories that have nothing in common', async () => {
    const sides = new Map(
      [1_000, 4_000].map((length) => [
        length,
        ['a', 'b'].map((name) =>
          Array.from({ length }, (_, k) => step('tool', name, `${name}${k} ${name}${k + 1} ${name}${k + 2}`)),
        ),
      ]),
    );
    const factor = await growth((length) => align(...(sides.get(length) ?? [])), {
      small: 1_000,
      large: 4_000,
    });
    expect(factor).toBeLessThan(LIMIT);
  });
});

describe('an alignment whose sides change', () => {
  it('aligns only the side that has changed', () => {
    let reads = 0;
    const watched = (text: string): ComparableStep =>
      new Proxy(step('tool', 'read', text, text), {
        get: (of, key) => {
          reads++;
          return Reflect.get(of, key) as unknown;
        },
      });
    const first = ['a', 'b', 'c'].map((text) => step('tool', 'read', text, text));
    const others = ['x', 'y', 'z'].map((text) => [step('think', 'think', text), ...['a', 'c'].map(watched)]);
    const alignment = new StepAlignment();
    alignment.align([first, ...others]);
    expect(reads).toBeGreaterThan(0);
    reads = 0;
    const changed = [step('tool', 'read', 'b', 'b'), step('tool', 'read', 'c', 'c')];
    expect(alignment.align([first, ...others, changed])).toHaveLength(4);
    expect(alignment.align([first, ...others.with(1, changed)])).toHaveLength(4);
    expect(reads).toBe(0);
  });

  it('is the same as one that is made anew', () => {
    const steps = fc.array(
      fc
        .tuple(
          fc.constantFrom<ComparableStep['kind']>('think', 'tool', 'search'),
          fc.constantFrom('a', 'b', 'c'),
        )
        .map(([kind, text]) => step(kind, kind, text, kind === 'tool' ? text : null)),
      { maxLength: 8 },
    );
    fc.assert(
      fc.property(
        fc.array(steps, { minLength: 2, maxLength: 5 }),
        fc.array(fc.tuple(fc.nat(4), steps), { maxLength: 6 }),
        (sides, changes) => {
          const alignment = new StepAlignment();
          let current = sides;
          for (const [side, changed] of changes) {
            alignment.align(current);
            current = current.map((known, index) => (index === side ? changed : known));
            expect(alignment.align(current)).toEqual(align(...current));
          }
        },
      ),
      propertyRuns(200),
    );
  });
});
