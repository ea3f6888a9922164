import { expect, test } from 'vitest';
import { AskedQuestion } from '../../../src/asking/askedQuestion.ts';
import { progressLine } from '../../../src/asking/progress.ts';
import { generate } from '../../../src/inference/generate.ts';
import { gate, plainStatus, question, waitFor, withServer } from '../inference/helpers.ts';
import { preparedQuestion } from './build.ts';

/** 2,512 characters, in chunks of 40. */
const LONG = `<think>${'Image 1 shows the table of revenue. '.repeat(69)}</think><answer>4.2</answer>`;

/** A question whose server holds the text back after some chunks, and the lines of its progress. */
function follow(stall: { readonly after: number; readonly every: number }) {
  const asked = AskedQuestion.start(preparedQuestion(), {
    now: Date.now,
    request: null,
    curl: null,
    forecast: null,
    stall,
  });
  const lines: string[] = [];
  asked.listen(() => {
    if (asked.progress) lines.push(progressLine(asked.progress));
  });
  return { asked, lines };
}

test('a stream that stalls says for how long nothing was received, and goes on', async () => {
  const { opened, open } = gate();
  const options = {
    trajectories: [LONG],
    chunkSize: 40,
    beforeChunk: (chunk: number) => (chunk < 20 ? Promise.resolve() : opened),
  };
  await withServer(options, async (server, deps) => {
    const { asked, lines } = follow({ after: 20, every: 5 });
    const answered = asked.follow(generate(question(plainStatus(server.url)), deps));
    await waitFor(() => asked.text(0) === LONG.slice(0, 800));
    await waitFor(() => lines.at(-1)?.endsWith(' so far. Nothing received for 0 s.') === true);
    open();
    expect(await answered).toBeNull();
    expect(asked.text(0)).toBe(LONG);
  });
});

test('a server that does not answer at all says so while the first token is awaited', async () => {
  const { opened, open } = gate();
  await withServer({ beforeHeaders: () => opened }, async (server, deps) => {
    const { asked, lines } = follow({ after: 20, every: 5 });
    const answered = asked.follow(generate(question(plainStatus(server.url)), deps));
    await waitFor(() => lines.length > 0);
    expect(lines[0]).toBe('Waiting for the first token. Nothing received for 0 s.');
    open();
    expect(await answered).toBeNull();
  });
});

test('the tokens of many in one chunk are those of the usage, or an estimate that says so', async () => {
  await withServer({ trajectories: [LONG], chunkSize: 40 }, async (server, deps) => {
    const tokens = async () => {
      const { asked } = follow({ after: 1e6, every: 1e6 });
      await asked.follow(generate(question(plainStatus(server.url), { n: 2 }), deps));
      const report = asked.record.samples[0]?.report;
      return [report?.tokens, report?.tokensEstimated];
    };
    expect(await tokens()).toEqual([Math.ceil(LONG.length / 40) + 1, false]);
    server.set({ continuousUsage: false });
    expect(await tokens()).toEqual([Math.ceil(LONG.length / 4), true]);
  });
});

test('an answer that is cut says nothing about silence afterwards', async () => {
  await withServer({ trajectories: [LONG], chunkSize: 40, cutAt: 3 }, async (server, deps) => {
    const { asked } = follow({ after: 20, every: 5 });
    const error = await asked.follow(generate(question(plainStatus(server.url)), deps));
    expect(error?.reason).toBe('stream-cut');
    expect(asked.progress).toBeNull();
    expect(asked.record.samples[0]?.state).toBe('failed');
  });
});

test('a part that is kept is spoken of if there is one that has arrived now', async () => {
  const failureOf = async (cutAt: number, continued?: string) => {
    let hint: string | null | undefined;
    await withServer({ trajectories: [LONG], chunkSize: 40, cutAt }, async (server, deps) => {
      const { question: asking, ...rest } = preparedQuestion();
      const prepared = {
        ...rest,
        question: { ...asking, ...(continued === undefined ? {} : { continued }) },
      };
      const asked = AskedQuestion.start(prepared, {
        now: Date.now,
        request: null,
        curl: null,
        forecast: null,
      });
      await asked.follow(generate(question(plainStatus(server.url)), deps));
      hint = asked.record.failure?.hint;
    });
    return hint;
  };
  expect(await failureOf(3)).toMatch(/^The part that arrived is kept\. /u);
  expect(await failureOf(0)).not.toContain('is kept');
  expect(await failureOf(0, '<think>')).not.toContain('is kept');
});
