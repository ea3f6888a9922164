import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startHostileServer } from '../../support/hostileServer.ts';
import type { Found, Through } from './hostileClient.ts';
import { HOSTILE_ANSWERS } from './hostileAnswers.ts';
import { HOSTILE_STREAMS } from './hostileStreams.ts';

const HOSTILE_SERVERS = { ...HOSTILE_STREAMS, ...HOSTILE_ANSWERS };

/** The most megabytes that the client may take for the answers of any server. */
const MOST_MEMORY = 300;

const inference = new URL('../../../src/inference/', import.meta.url);

let client: ChildProcess;

beforeAll(async () => {
  client = fork(fileURLToPath(new URL('hostileClient.ts', import.meta.url)), {
    execArgv: ['--expose-gc'],
    serialization: 'advanced',
  });
  await once(client, 'message');
});

afterAll(async () => {
  const exit = once(client, 'exit');
  client.disconnect();
  await exit;
});

async function find(through: Through): Promise<Found> {
  const message = once(client, 'message');
  client.send(through);
  const [found] = (await message) as [Found];
  return found;
}

test.each(Object.entries(HOSTILE_SERVERS))('%s', { timeout: 60_000 }, async (_what, hostile) => {
  const { through: name, answers, limits = {}, n = 1, maxTokens = 2048, isVllm = false } = hostile;
  const server = await startHostileServer(answers);
  try {
    const found = await find({ name, url: server.url, limits, n, maxTokens, isVllm });
    expect(found).toMatchObject({ reason: hostile.reason });
    if (hostile.reason !== null) expect(found.hint).toMatch(/\.$/u);
    if (hostile.sentence !== undefined) expect(found.sentence).toMatch(hostile.sentence);
    if (hostile.hint !== undefined) expect(found.hint).toMatch(hostile.hint);
    if (hostile.result !== undefined) expect(found.result).toMatch(hostile.result);
    const [text] = found.texts;
    if (typeof hostile.text === 'string')
      expect(text).toEqual({ start: hostile.text, length: hostile.text.length });
    else if (hostile.text !== undefined) {
      expect(text?.start.startsWith(hostile.text.start)).toBe(true);
      expect(text?.length).toBeGreaterThanOrEqual(hostile.text.least);
    }
    expect(found.growth).toBeLessThan(MOST_MEMORY);
  } finally {
    await server.close();
  }
});

test('there are forty servers, and each function that makes a request meets one without end', () => {
  const cases = Object.entries(HOSTILE_SERVERS);
  expect(cases.length).toBeGreaterThanOrEqual(40);
  const requesting = readdirSync(inference).flatMap((file) => {
    const source = readFileSync(new URL(file, inference), 'utf8');
    if (!/from '\.\/(?:fetch|generate|template|imageLimit)\.ts'/u.test(source)) return [];
    return Array.from(
      source.matchAll(/^export (?:async )?function\*? (\w+)\([^)]*\): (?:Promise|AsyncGenerator)</gmu),
      ([, name]) => name,
    );
  });
  const endless = cases.filter(([what]) => what.includes('without end')).map(([, { through }]) => through);
  expect([...new Set(endless)].sort()).toEqual([...new Set(requesting)].sort());
});

test('no other file makes requests to servers, so that no body of theirs is read without a limit', () => {
  const sources = readdirSync(inference).filter((file) => !file.endsWith('.d.ts'));
  const fetching = sources.filter((file) =>
    /\bexchange\((?!url: string)|\bfetch\(|from 'node:https?'/u.test(
      readFileSync(new URL(file, inference), 'utf8'),
    ),
  );
  // What the second one gets has a known size, and src/ocr reads no more.
  expect(fetching).toEqual(['fetch.ts', 'publicFetch.ts']);
});
