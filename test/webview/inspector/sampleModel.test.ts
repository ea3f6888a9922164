import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { propertyRuns } from '../../../scripts/lib/generatedInputs.mjs';
import type { ListView } from '../../../src/core/trajectory/listView.ts';
import { PartialTrajectory } from '../../../src/core/trajectory/partialTrajectory.ts';
import { coreEngine } from '../../../webview/inspector/model/coreEngine.ts';
import { SampleModel, type SampleContext } from '../../../webview/inspector/model/sampleModel.ts';
import { HandClock, countingEngine } from './bench.ts';
import { GOOD_RESPONSE, RESPONSE, longResponse, sample } from './states.ts';

const CONTEXT: SampleContext = {
  parse: { dialect: 'lang2act', numImages: 2, tools: null },
  profile: 'lang2act',
  isComposite: false,
  question: null,
  reference: '',
  toolResults: null,
  retrieval: null,
  trainer: null,
};

const model = (change: Parameters<typeof sample>[0] = {}, engine = coreEngine): SampleModel =>
  new SampleModel(engine, new HandClock(), CONTEXT, sample(change));

const items = <T>(list: ListView<T>): (T | undefined)[] =>
  Array.from({ length: list.length }, (_, index) => list.item(index));

/** Everything that is shown of a sample. */
function visibleState(of: SampleModel): unknown {
  const parsed = of.parsed.value;
  const explained = of.explained.value;
  return {
    text: parsed.text.toString(),
    tokens: items(parsed.tokens),
    tools: items(parsed.tools),
    steps: items(parsed.steps),
    complete: parsed.complete,
    score: explained?.score,
    lines: explained?.lines,
    costs: [...(explained?.costs ?? [])],
    findings: [...(explained?.findings ?? [])],
    checks: of.checks.value,
    chunks: Array.from({ length: parsed.chunks.count }, (_, index) => parsed.chunks.at(index)),
  };
}

const streamModel = (text: string, sizes: readonly number[], flushEvery: number): SampleModel => {
  const growing = model({ text: '', state: 'waiting', finishReason: null });
  growing.update({ ...growing.meta.peek(), state: 'streaming' });
  for (let at = 0, turn = 0; at < text.length; turn++) {
    const size = sizes[turn % sizes.length] ?? 1;
    growing.append(text.slice(at, at + size));
    at += size;
    if (turn % flushEvery === 0) growing.flush();
  }
  growing.update(sample());
  growing.flush();
  return growing;
};

describe('the model of a sample', () => {
  it('reads a response that streams in pieces of any size as it reads the whole response', () => {
    const pieces = fc.constantFrom(
      RESPONSE,
      GOOD_RESPONSE,
      '<think>',
      '</think>',
      'Image 3',
      '<tool name="x"',
      '\n',
    );
    fc.assert(
      fc.property(
        fc.array(pieces, { minLength: 1, maxLength: 6 }),
        fc.array(fc.integer({ min: 1, max: 200 }), { minLength: 1, maxLength: 12 }),
        fc.integer({ min: 1, max: 7 }),
        (parts, sizes, flushEvery) => {
          const text = parts.join('');
          expect(visibleState(streamModel(text, sizes, flushEvery))).toEqual(visibleState(model({ text })));
        },
      ),
      propertyRuns(60),
    );
  });

  it('reads an edited response as it reads the whole edited text', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.tuple(
            fc.nat(RESPONSE.length),
            fc.nat(40),
            fc.constantFrom('', 'Image 1', '</tool>', '<answer>', 'x'),
          ),
          { minLength: 1, maxLength: 8 },
        ),
        fc.integer({ min: 1, max: 3 }),
        (edits, flushEvery) => {
          const edited = model();
          let text = RESPONSE;
          edits.forEach(([at, length, put], turn) => {
            const start = Math.min(at, text.length);
            const end = Math.min(start + length, text.length);
            edited.replace({ start, end }, put);
            text = text.slice(0, start) + put + text.slice(end);
            if (turn % flushEvery === 0) edited.flush();
          });
          edited.append(' and more');
          edited.flush();
          expect(visibleState(edited)).toEqual(visibleState(model({ text: `${text} and more` })));
        },
      ),
      propertyRuns(60),
    );
  });

  it('parses the response again when its parse context changes', () => {
    const of = model();
    of.append(' tail');
    of.setContext({ ...CONTEXT, parse: { ...CONTEXT.parse, numImages: 1 } });
    of.flush();
    expect(of.parsed.value.text.toString()).toBe(`${RESPONSE} tail`);
    expect(of.checks.value.find(({ code }) => code === 'images-in-range')?.state).toBe('failed');
  });

  it('updates the reward when the verdict, the profile or the reference changes', () => {
    const of = model();
    expect(of.explained.value?.headline).toBe('0.18 if wrong, 0.98 if right');
    of.update({ ...of.meta.peek(), verdict: 'wrong' });
    of.flush();
    expect(of.explained.value?.headline).toBe('0.18');
    expect(of.explained.value?.lines.map(({ paid }) => paid)).toEqual(['-0.8', '-0.01', '-0.01']);
    of.setContext({ ...CONTEXT, profile: 'lang2act-paper' });
    of.flush();
    expect(of.explained.value?.score?.profile).toBe('lang2act-paper');
    expect(of.others.value?.map(({ profile }) => profile)).toEqual(['lang2act', 'action-rl']);
  });

  it('computes what each step costs', () => {
    const of = model({ verdict: 'wrong' });
    const { steps } = of.parsed.value;
    const costs = [...(of.explained.value?.costs ?? [])].map(([index, cost]) => [
      steps.item(index)?.name,
      cost,
    ]);
    expect(costs).toEqual([
      ['answer', '-0.8'],
      ['compute_percentage', '-0.01'],
      ['read_numeric_value', '-0.01'],
    ]);
  });

  it('reports no steps, findings or reward for an empty text', () => {
    const of = model({ text: '', state: 'waiting' });
    expect(of.explained.value).toBeNull();
    expect(of.checks.value).toEqual([]);
    expect(of.others.value).toBeNull();
  });

  it('continues parsing when text follows the end of the response', () => {
    const of = model({ text: RESPONSE.slice(0, 300) });
    of.append(RESPONSE.slice(300));
    of.flush();
    expect(visibleState(of)).toEqual(visibleState(model()));
  });
});

describe('the work of a stream', () => {
  it('parses each character once and scores a bounded multiple of the text', () => {
    const { engine, work } = countingEngine();
    const text = longResponse(1_200);
    const growing = model({ text: '', state: 'streaming' }, engine);
    for (let at = 0; at < text.length; at += 40) {
      growing.append(text.slice(at, at + 40));
      growing.flush();
      expect(growing.checks.value.length).toBeGreaterThan(0);
    }
    growing.update(sample());
    growing.flush();
    expect(work.parsers).toBe(1);
    expect(work.parsedCharacters).toBe(text.length);
    // A geometric series of factor 1.25 sums to five times its last term; one more for the end.
    expect(work.scoredCharacters).toBeLessThan(6.2 * text.length);
    expect(work.scorings).toBeLessThan(60);
    expect(work.checkings).toBeLessThanOrEqual(work.scorings + 1);
  });

  it('shows the steps parsed so far without copying the lists of the parser', () => {
    const copies = (['steps', 'tools', 'tokens'] as const).map((list) =>
      vi.spyOn(PartialTrajectory.prototype, list, 'get'),
    );
    const text = longResponse(300);
    const growing = model({ text: '', state: 'streaming' });
    for (let at = 0; at < text.length; at += 400) {
      growing.append(text.slice(at, at + 400));
      growing.flush();
      const { steps, tools, tokens } = growing.parsed.value;
      expect(steps.item(steps.length - 1)).toBeDefined();
      expect(tools.length).toBeLessThanOrEqual(steps.length);
      expect(tokens.item(tokens.length - 1)?.span.end).toBe(growing.parsed.value.text.length);
    }
    for (const copy of copies) {
      expect(copy).not.toHaveBeenCalled();
      copy.mockRestore();
    }
  });

  it('takes time that grows linearly with the text', () => {
    // Processor time of this thread rather than wall time, so that other work on the machine does not count.
    const time = (length: number): number => {
      const text = longResponse(Math.ceil(length / 170)).slice(0, length);
      const begun = process.threadCpuUsage();
      const growing = model({ text: '', state: 'streaming' });
      let read = 0;
      for (let at = 0; at < text.length; at += 16) {
        growing.append(text.slice(at, at + 16));
        // At 60 frames per second, this is a stream of 120 KB per second, faster than any server.
        if (at % 2_048 === 0) {
          growing.flush();
          read += growing.parsed.value.steps.length;
        }
      }
      growing.update(sample());
      growing.flush();
      expect(read).toBeGreaterThan(0);
      return process.threadCpuUsage(begun).user;
    };
    const rounds = Array.from({ length: 6 }, () => ({ small: time(250_000), large: time(1_000_000) }));
    // The first round warms up the code.
    const small = rounds.slice(1).reduce((sum, round) => sum + round.small, 0);
    const large = rounds.slice(1).reduce((sum, round) => sum + round.large, 0);
    expect(large / small).toBeLessThan(6);
  });

  it('waits for a pause in typing when scoring is slow', () => {
    const clock = new HandClock();
    const slow = {
      ...coreEngine,
      profile: (name: 'lang2act' | 'lang2act-paper' | 'action-rl') => ({
        ...coreEngine.profile(name),
        score: (...args: Parameters<ReturnType<typeof coreEngine.profile>['score']>) => {
          clock.time += 100;
          return coreEngine.profile(name).score(...args);
        },
      }),
    };
    const of = new SampleModel(slow, clock, CONTEXT, sample());
    const before = of.explained.value;
    of.replace({ start: 0, end: 0 }, ' ');
    of.flush();
    expect(of.parsed.value.text.toString()).toBe(` ${RESPONSE}`);
    expect(of.explained.value).toBe(before);
    clock.pass(299);
    expect(of.explained.value).toBe(before);
    clock.pass(1);
    expect(of.explained.value).not.toBe(before);
  });
});
