import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { alignPair } from '../../../src/core/comparison/pairAlignment.ts';
import { ComparisonModel } from '../../../webview/comparison/model/comparisonModel.ts';
import { readKeptComparison } from '../../../webview/comparison/model/keptComparison.ts';
import type { Row } from '../../../webview/comparison/model/sidesModel.ts';
import { coreEngine } from '../../../webview/inspector/model/coreEngine.ts';
import { HandClock } from '../inspector/bench.ts';
import { longResponse, sample } from '../inspector/states.ts';
import { samplesMessages } from './states.ts';

vi.mock('../../../src/core/comparison/pairAlignment.ts', { spy: true });

const STEPS = 30;
const complete = longResponse(STEPS);
/** Where the last steps of the response begin. */
const end = complete.lastIndexOf('<tool');

let clock: HandClock;
let model: ComparisonModel;

beforeEach(() => {
  clock = new HandClock();
  model = new ComparisonModel({
    engine: coreEngine,
    clock,
    post: () => undefined,
    kept: readKeptComparison(null),
    keep: () => undefined,
  });
});
afterEach(() => {
  model.dispose();
});

/** The rows after a piece of text has arrived for a sample, and how many pairs of sides were aligned for that. */
function append(streaming: number, text: string): { rows: readonly Row[]; aligned: number } {
  const message = { type: 'append', sample: streaming, text } as const;
  model.receive({ type: 'trajectory', key: 'question:1', message });
  clock.draw();
  return countAligned();
}

function countAligned(): { rows: readonly Row[]; aligned: number } {
  vi.mocked(alignPair).mockClear();
  const rows = model.sides.value?.rows.value ?? [];
  return { rows, aligned: vi.mocked(alignPair).mock.calls.length };
}

describe('a side that streams among eight', () => {
  it.each([0, 5])('is aligned when a step of it arrives, and the others are not (side %i)', (streaming) => {
    const samples = Array.from({ length: 8 }, (_, index) =>
      index === streaming
        ? sample({ text: complete.slice(0, end), state: 'streaming', finishReason: null })
        : sample({ text: complete.replace('row 7', `row ${900 + index}`) }),
    );
    for (const message of samplesMessages({ samples })) model.receive(message);
    clock.draw();
    expect(countAligned()).toMatchObject({ aligned: 7 });

    const call = complete.indexOf('>', end) + 1;
    expect(append(streaming, complete.slice(end, call)).aligned).toBe(1);
    const words = append(streaming, 'It reads');
    expect(words.aligned).toBe(0);
    const row = words.rows.findLast(({ steps }) => steps[streaming]?.open);
    expect(row?.steps[streaming]?.body).toEqual({ start: call, end: call + 'It reads'.length });
    expect(append(streaming, ' and reads on').aligned).toBe(0);
    const done = append(streaming, '</tool>');
    expect(done.aligned).toBe(1);
    // Its text is not said to differ as long as more of it may come.
    const differs = (of: Row | undefined): boolean | undefined => {
      model.sides.value?.setReference(streaming === 0 ? 1 : 0);
      return of && model.sides.value?.differsFromReference(of, streaming);
    };
    expect(differs(row)).toBe(false);
    expect(differs(done.rows.find((one) => one.actions[streaming] === row?.actions[streaming]))).toBe(true);
  });
});
