import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '../../../scripts/lib/generatedInputs.mjs';
import { sum } from '../../../src/core/decimal.ts';
import { viewOf } from '../../../src/core/trajectory/listView.ts';
import { parseTrajectory } from '../../../src/core/trajectory/parser.ts';
import { UNKNOWN_CONTEXT } from '../../../src/core/rewards/model.ts';
import { coreEngine } from '../../../webview/inspector/model/coreEngine.ts';
import { explain } from '../../../webview/inspector/model/explain.ts';
import { FindingIndex } from '../../../webview/inspector/model/findingIndex.ts';
import { highlight } from '../../../webview/inspector/model/highlight.ts';
import { Outline } from '../../../webview/inspector/model/outline.ts';
import { metaOf } from '../../../webview/inspector/model/sampleModel.ts';
import { stepAt } from '../../../webview/inspector/model/stepIndex.ts';
import { bench } from './bench.ts';
import { RESPONSE, longResponse, sample, state } from './states.ts';

const CONTEXT = { dialect: 'lang2act', numImages: 2, tools: null } as const;

/** Responses that are whole, broken or nonsense. */
const response = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '<think>',
        '</think>',
        '<description>',
        '</description>',
        '<answer>',
        '</answer>',
        '</tool>',
      ),
      fc.constantFrom(
        '<tool name="read_numeric_value" args="Image 2: row">',
        '<tool name=',
        "args='x'",
        '```xml\n',
      ),
      fc.constantFrom(RESPONSE, 'Image 1', 'image  12', '\n', '<', '&amp;'),
      fc.string({ unit: 'grapheme', maxLength: 12 }),
    ),
    { maxLength: 14 },
  )
  .map((parts) => parts.join(''));

describe('the text of a response as it is drawn', () => {
  it('draws every character of the response, whatever is found or selected', () => {
    fc.assert(
      fc.property(response, fc.nat(400), fc.nat(400), fc.nat(400), (text, a, b, c) => {
        const { model } = bench(state({ samples: [sample({ text })] }));
        const parsed = model.sample.value?.parsed.value;
        if (parsed === undefined) throw new Error('no sample');
        const span = {
          start: Math.min(a, text.length),
          end: Math.max(Math.min(a, text.length), Math.min(b, text.length)),
        };
        const findings = model.sample.value?.explained.value?.ordered.within(span) ?? [];
        const segments = highlight(parsed, span, {
          findings,
          claims: [],
          mentioned: new Set(),
          selected: { start: Math.min(b, c), end: Math.max(b, c) },
          advantages: [
            { start: 0, end: c, advantage: 1, parts: [] },
            { start: c, end: text.length, advantage: -0.5, parts: [] },
          ],
        });
        expect(segments.map(({ text: run }) => run).join('')).toBe(text.slice(span.start, span.end));
      }),
      propertyRuns(300),
    );
  });
});

describe('the outline of steps', () => {
  it('builds the same outline from steps that arrive one by one as from all of them', () => {
    fc.assert(
      fc.property(response, (text) => {
        const { steps } = parseTrajectory(text, CONTEXT);
        const grown = new Outline();
        for (let count = 1; count <= steps.length; count++) grown.extend(viewOf(steps.slice(0, count)));
        const whole = new Outline();
        whole.extend(viewOf(steps));
        for (const { index, depth } of steps) {
          expect(grown.at(index)).toEqual(whole.at(index));
          const { parent } = whole.at(index);
          expect(parent === -1 ? 0 : (steps[parent]?.depth ?? 0) + 1).toBe(depth);
          expect(whole.at(index).position).toBeLessThanOrEqual(whole.childrenOf(parent));
        }
      }),
      propertyRuns(200),
    );
  });
});

describe('the step at an offset', () => {
  it('returns the innermost step that contains the offset', () => {
    const { steps } = parseTrajectory(RESPONSE, CONTEXT);
    for (let offset = 0; offset < RESPONSE.length; offset++) {
      const inside = steps.filter(({ span }) => span.start <= offset && offset < span.end);
      const innermost = inside.reduce<(typeof inside)[number] | null>(
        (best, step) => (best === null || step.depth >= best.depth ? step : best),
        null,
      );
      if (innermost !== null)
        expect(stepAt(viewOf(steps), offset)?.index, `at ${offset}`).toBe(innermost.index);
    }
    expect(stepAt(viewOf([]), 3)).toBeNull();
  });
});

describe('the lines of a reward', () => {
  it('adds up the lines of a reward and the costs of the steps to the missing amount', () => {
    fc.assert(
      fc.property(response, fc.constantFrom('right', 'wrong', 'unknown'), (text, verdict) => {
        const trajectory = parseTrajectory(text, CONTEXT);
        for (const profile of coreEngine.profiles) {
          const score = profile.score(text, { ...UNKNOWN_CONTEXT, numImages: 2, verdict });
          const { lines, costs } = explain(score, viewOf(trajectory.steps), trajectory.findings);
          const entries = [...score.components.flatMap((part) => part.entries), ...score.adjustments];
          expect(sum(lines.map(({ paid }) => paid))).toBe(sum(entries.map(({ paid }) => paid)));
          expect(sum([...costs.values()])).toBe(
            sum(lines.filter(({ step }) => step !== null).map(({ paid }) => paid)),
          );
        }
      }),
      propertyRuns(100),
    );
  });
});

describe('findings by place', () => {
  it('returns the findings that a span touches', () => {
    const finding = fc.tuple(fc.nat(100), fc.nat(30)).map(([start, length]) => ({
      code: 'x',
      severity: 'warning' as const,
      message: '',
      span: { start, end: start + length },
    }));
    fc.assert(
      fc.property(fc.array(finding), fc.nat(100), fc.nat(40), (findings, start, length) => {
        const span = { start, end: start + length };
        const touched = findings.filter((one) => one.span.end > span.start && one.span.start < span.end);
        expect(new Set(new FindingIndex(findings).within(span))).toEqual(new Set(touched));
      }),
      propertyRuns(),
    );
  });
});

describe('the model of the inspector', () => {
  it('updates the text once per frame, however many messages arrive', () => {
    const { model, clock, work } = bench(state({ samples: [sample({ text: '', state: 'streaming' })] }));
    const text = longResponse(20);
    for (const unit of text) model.receive({ type: 'append', sample: 0, text: unit });
    expect(clock.frames).toHaveLength(1);
    expect(work.parsedCharacters).toBe(0);
    clock.draw();
    expect(work.parsedCharacters).toBe(text.length);
    expect(model.sample.value?.parsed.value.version).toBe(1);
  });

  it('keeps the parsed sample when the same state arrives again', () => {
    const { model, work } = bench(state());
    const before = model.sample.value;
    model.receive({ type: 'state', state: state({ reference: 'other' }) });
    expect(model.sample.value).toBe(before);
    expect(work.parsers).toBe(1);
    model.receive({ type: 'state', state: state({ samples: [sample({ text: `${RESPONSE} ` })] }) });
    expect(model.sample.value).not.toBe(before);
  });

  it('follows an update of everything except the texts', () => {
    const { model, clock } = bench(state());
    const meta = metaOf(sample({ verdict: 'right', verdictBy: 'judge' }));
    model.receive({ type: 'update', state: state({ profile: 'action-rl' }), samples: [meta] });
    clock.draw();
    expect(model.sample.value?.explained.value?.score?.profile).toBe('action-rl');
    expect(model.sample.value?.explained.value?.headline).toBe('1.00');
  });

  it('sends only the last of many selections, and none that the extension made', () => {
    const { model, clock, posted } = bench(state());
    model.receive({ type: 'reveal', sample: 0, span: { start: 3, end: 9 } });
    clock.pass(1_000);
    expect(posted).toEqual([]);
    for (let start = 0; start < 10; start++) model.select({ start, end: start + 1 }, 'text');
    clock.pass(79);
    expect(posted).toEqual([]);
    clock.pass(1);
    const stepEnd = model.sample.value?.parsed.value.steps.item(0)?.span.end;
    expect(posted).toEqual([{ type: 'select', sample: 0, span: { start: 9, end: 10 }, stepEnd }]);
  });

  it('keeps tab, sample, selection and scroll position, and drops them for another trajectory', () => {
    const { model, kept } = bench(state());
    model.showTab('text');
    model.select({ start: 4, end: 8 }, 'text');
    model.keepScroll('text', 120.4);
    const last = kept.at(-1);
    expect(last).toEqual({
      key: 'trajectory-1',
      tab: 'text',
      sample: 0,
      trainer: null,
      selection: { start: 4, end: 8 },
      scroll: { text: 120 },
    });
    const again = bench(state(), last);
    expect(again.model.tab.value).toBe('text');
    expect(again.model.selection.value?.span).toEqual({ start: 4, end: 8 });
    const other = bench(state({ key: 'another' }), last);
    expect(other.model.tab.value).toBe('text');
    expect(other.model.selection.value).toBeNull();
  });

  it('starts anew when another trajectory takes its place, and keeps that one for a reload', () => {
    const { model, clock, posted, kept } = bench(state());
    model.showTab('text');
    model.pointAt(1);
    model.select({ start: 4, end: 8 }, 'text');
    model.receive({ type: 'state', state: state({ key: 'another' }) });
    clock.pass(1_000);
    // A selection in the earlier trajectory is not sent as one in the new trajectory.
    expect(posted).toEqual([]);
    expect(model.pointedImage.value).toBeNull();
    expect(kept.at(-1)).toMatchObject({
      key: 'another',
      tab: 'text',
      sample: 0,
      selection: null,
      scroll: {},
    });
  });
});
