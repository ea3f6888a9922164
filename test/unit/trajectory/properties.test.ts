import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { propertyRuns } from '../../../scripts/lib/generatedInputs.mjs';
import { isSpace } from '../../../src/core/python/strip.ts';
import { checks } from '../../../src/core/trajectory/checks.ts';
import { DIALECT_NAMES } from '../../../src/core/trajectory/dialects/names.ts';
import { FINDING_CHECKS } from '../../../src/core/trajectory/findingChecks.ts';
import { isFindingCode } from '../../../src/core/trajectory/findings.ts';
import type { Span } from '../../../src/core/span.ts';
import type { ParseContext, Token, Trajectory } from '../../../src/core/trajectory/model.ts';
import type { Part } from '../../../src/core/trajectory/partModel.ts';
import { TrajectoryParser, parseTrajectory } from '../../../src/core/trajectory/parser.ts';
import type { ListView } from '../../../src/core/trajectory/listView.ts';
import { trajectoryViews } from '../../../src/core/trajectory/partialTrajectory.ts';
import { nearlyRightOfAll } from './dialectTexts.ts';
import { brokenText, cutIntoChunks, nearlyRight } from './generate.ts';

const anyText = fc.oneof(
  { weight: 3, arbitrary: brokenText },
  { weight: 1, arbitrary: nearlyRight },
  { weight: 2, arbitrary: nearlyRightOfAll },
);
const anyContext: fc.Arbitrary<ParseContext> = fc.record({
  dialect: fc.constantFrom(...DIALECT_NAMES),
  numImages: fc.constantFrom(null, 0, 1, 3),
  tools: fc.constantFrom(null, ['read_text_element', 'zoom']),
});

/** The trajectory as plain data, because a snapshot creates its lists only when they are read. */
function toPlainData(trajectory: Trajectory): unknown {
  const { text, dialect, tokens, blocks, tools, steps, parts, findings, complete } = trajectory;
  return JSON.parse(
    JSON.stringify({ text, dialect, tokens, blocks, tools, steps, parts, findings, complete }),
  );
}

const items = <T>(list: ListView<T>): (T | undefined)[] =>
  Array.from({ length: list.length }, (_, index) => list.item(index));

function expectCover(tokens: readonly Token[], length: number): void {
  let at = 0;
  for (const { span } of tokens) {
    if (span.start !== at || span.end <= span.start) throw new Error(`a token from ${at} is missing`);
    at = span.end;
  }
  if (at !== length) throw new Error(`the tokens end at ${at} of ${length}`);
}

describe('any text', () => {
  test('the tokens of any text cover every character exactly once, and spans lie within the text', () => {
    fc.assert(
      fc.property(anyText, anyContext, (text, context) => {
        const trajectory = parseTrajectory(text, context);
        expect(trajectory.text).toBe(text);
        expectCover(trajectory.tokens, text.length);
        const isWithin = (span: { start: number; end: number }): boolean =>
          span.start >= 0 && span.start <= span.end && span.end <= text.length;
        for (const found of trajectory.findings) {
          expect(isWithin(found.span) && isFindingCode(found.code)).toBe(true);
        }
        let last = -1;
        trajectory.steps.forEach((step, index) => {
          expect(step.index).toBe(index);
          expect(step.open).toBe(false);
          expect(isWithin(step.span) && isWithin(step.body)).toBe(true);
          expect(step.span.start).toBeGreaterThanOrEqual(last);
          last = step.span.start;
        });
        expect(trajectory.steps.flatMap((step) => step.tool ?? [])).toEqual(trajectory.tools);
        for (const tool of trajectory.tools) {
          for (const attribute of tool.attributes) {
            expect(text.slice(attribute.valueSpan.start, attribute.valueSpan.end)).toBe(attribute.value);
            expect(text.slice(attribute.nameSpan.start, attribute.nameSpan.end)).toBe(attribute.name);
          }
        }
      }),
      propertyRuns(12_000),
    );
  });

  test('structured parts lie within the text, in its order, and none is open at the end', () => {
    fc.assert(
      fc.property(anyText, anyContext, (text, context) => {
        let last = 0;
        for (const { span, open, ...part } of parseTrajectory(text, context).parts) {
          expect(open).toBe(false);
          expect(span.start).toBeGreaterThanOrEqual(last);
          last = span.start;
          const values: readonly unknown[] = Object.values(part);
          for (const value of [span, ...values]) {
            if (typeof value !== 'object' || value === null || !('start' in value) || !('end' in value))
              continue;
            const { start, end } = value as Span;
            expect(start >= span.start && start <= end && end <= span.end && span.end <= text.length).toBe(
              true,
            );
          }
        }
      }),
      propertyRuns(6000),
    );
  });

  test('the parts of closed steps keep their places while text is appended', () => {
    fc.assert(
      fc.property(anyText, anyContext, (text, context) => {
        const parser = new TrajectoryParser(context);
        let closed: readonly Part[] = [];
        for (const unit of text.split('')) {
          parser.append(unit);
          const { parts } = parser.snapshot();
          expect(parts.slice(0, closed.length)).toEqual(closed);
          closed = parts.filter(({ open }) => !open);
        }
        parser.end();
        expect(parser.snapshot().parts.slice(0, closed.length)).toEqual(closed);
      }),
      propertyRuns(800),
    );
  });

  test('top-level steps do not overlap, and contain all text that is not white space', () => {
    fc.assert(
      fc.property(anyText, anyContext, (text, context) => {
        const { steps, tokens } = parseTrajectory(text, context);
        const isHeld = new Uint8Array(text.length);
        let end = 0;
        for (const { span, depth } of steps) {
          if (depth > 0) continue;
          expect(span.start).toBeGreaterThanOrEqual(end);
          end = span.end;
          isHeld.fill(1, span.start, span.end);
        }
        for (const { kind, span } of tokens) {
          if (kind !== 'text') continue;
          for (let at = span.start; at < span.end; at++) {
            if (isHeld[at] === 0) expect(isSpace(text.charCodeAt(at))).toBe(true);
          }
        }
      }),
      propertyRuns(3000),
    );
  });

  test('chunks of any size result in the same trajectory as the whole text, in linear work', () => {
    fc.assert(
      fc.property(
        anyText,
        anyContext,
        fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 12 }),
        (text, context, sizes) => {
          const parser = new TrajectoryParser(context);
          for (const chunk of cutIntoChunks(text, sizes)) parser.append(chunk);
          parser.end();
          expect(parser.snapshot()).toEqual(parseTrajectory(text, context));
          expect(parser.visited).toBeLessThanOrEqual(2 * text.length);
        },
      ),
      propertyRuns(10_000),
    );
  });

  test('a snapshot describes the text at the time when it was taken, however late it is read', () => {
    fc.assert(
      fc.property(anyText, anyContext, (text, context) => {
        const parser = new TrajectoryParser(context);
        const late: Trajectory[] = [];
        for (const unit of text.split('')) {
          parser.append(unit);
          late.push(parser.snapshot());
        }
        parser.end();
        const read = late.map(toPlainData);
        const again = new TrajectoryParser(context);
        text.split('').forEach((unit, index) => {
          again.append(unit);
          const early = again.snapshot();
          expect(early.complete).toBe(false);
          expectCover(early.tokens, index + 1);
          expect(early.text).toBe(text.slice(0, index + 1));
          expect(toPlainData(early)).toEqual(read[index]);
          // The same lists, read right after the snapshot and after the whole text was appended.
          for (const trajectory of [early, late[index]]) {
            if (trajectory === undefined) continue;
            const { steps, tools, parts, tokens } = trajectoryViews(trajectory);
            expect(items(parts)).toEqual(trajectory.parts);
            expect(items(steps)).toEqual(trajectory.steps);
            expect(items(tools)).toEqual(trajectory.tools);
            expect(items(tokens)).toEqual(trajectory.tokens);
            expect([steps.item(-1), steps.item(steps.length)]).toEqual([undefined, undefined]);
          }
        });
      }),
      propertyRuns(400),
    );
  });

  test('steps keep their places while text is appended', () => {
    fc.assert(
      fc.property(anyText, anyContext, (text, context) => {
        const parser = new TrajectoryParser(context);
        let starts: number[] = [];
        for (const unit of text.split('')) {
          parser.append(unit);
          const next = parser.snapshot().steps.map((step) => step.span.start);
          expect(next.slice(0, starts.length)).toEqual(starts);
          starts = next;
        }
        parser.end();
        expect(
          parser
            .snapshot()
            .steps.map((step) => step.span.start)
            .slice(0, starts.length),
        ).toEqual(starts);
      }),
      propertyRuns(1500),
    );
  });

  test('each finding belongs to exactly one check, which has failed', () => {
    fc.assert(
      fc.property(anyText, anyContext, (text, context) => {
        const trajectory = parseTrajectory(text, context);
        const list = checks(trajectory);
        expect(list.flatMap((check) => check.findings)).toHaveLength(trajectory.findings.length);
        for (const check of list) {
          expect(check.state === 'failed').toBe(check.findings.length > 0);
          for (const found of check.findings) {
            expect(isFindingCode(found.code) && FINDING_CHECKS[found.code]).toBe(check.code);
          }
        }
      }),
      propertyRuns(3000),
    );
  });
});
