import { describe, expect, it } from 'vitest';
import {
  endsAsPdf,
  waitUntilWhole,
  type Probe,
  type WholeClock,
} from '../../../../src/host/document/wholeFile.ts';

const limits = { poll: 10, stable: 100, limit: 1000 };

/** A clock that advances whenever something waits. */
function clock(): WholeClock {
  let time = 0;
  return {
    now: () => time,
    sleep: (milliseconds) => {
      time += milliseconds;
      return Promise.resolve();
    },
  };
}

/** The states of a file, returned one after another; the last one is repeated. */
function wait(looks: readonly (Probe | null)[], signal = new AbortController().signal) {
  let index = 0;
  let waited = 0;
  const probe = (): Promise<Probe | null> =>
    Promise.resolve(looks[Math.min(index++, looks.length - 1)] ?? null);
  const result = waitUntilWhole(probe, { limits, clock: clock(), signal, waiting: () => waited++ });
  return result.then((whole) => ({ whole, looks: index, waited }));
}

const look = (size: number, ends: boolean, modified = size): Probe => ({ size, ends, modified });

describe('waiting until a file is whole', () => {
  it('takes a file that ends as a PDF and does not change', async () => {
    expect(await wait([look(10, true)])).toEqual({ whole: look(10, true), looks: 2, waited: 0 });
  });

  it('waits for a file that grows, and reports that once', async () => {
    const result = await wait([
      look(1, false),
      look(5, false),
      look(9, false),
      look(10, true),
      look(10, true),
    ]);
    expect(result).toEqual({ whole: look(10, true), looks: 5, waited: 1 });
  });

  it('does not take a file that ends as a PDF while it is still being written', async () => {
    const { whole } = await wait([look(5, true, 1), look(5, true, 2), look(9, true, 3), look(9, true, 3)]);
    expect(whole).toEqual(look(9, true, 3));
  });

  it('takes a file without the ending of a PDF once it no longer changes', async () => {
    const { whole, looks } = await wait([look(10, false)]);
    expect(whole).toEqual(look(10, false));
    expect(looks).toBe(limits.stable / limits.poll + 1);
  });

  it('gives up waiting for a whole file after the limit', async () => {
    const growing = Array.from({ length: 500 }, (_, index) => look(index, false));
    const { looks } = await wait(growing);
    expect(looks).toBe(limits.limit / limits.poll + 1);
  });

  it('stops waiting when the file is deleted or the wait is cancelled', async () => {
    expect((await wait([look(1, false), null])).whole).toBeNull();
    expect((await wait([look(1, false)], AbortSignal.abort())).whole).toBeNull();
  });
});

describe('the end of a PDF', () => {
  const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

  it('the end of a PDF is startxref and then %%EOF, with or without anything after it', () => {
    expect(endsAsPdf(bytes('trailer\nstartxref\n123\n%%EOF'))).toBe(true);
    expect(endsAsPdf(bytes('startxref\n123\n%%EOF\r\n\0\0'))).toBe(true);
  });

  it('a PDF that is cut off has no end', () => {
    expect(endsAsPdf(bytes('1 0 obj << /Length 3 >>'))).toBe(false);
    expect(endsAsPdf(bytes('startxref\n12'))).toBe(false);
    expect(endsAsPdf(bytes('%%EOF\n2 0 obj'))).toBe(false);
    expect(endsAsPdf(bytes(''))).toBe(false);
  });
});
