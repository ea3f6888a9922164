import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { asPageTraceError } from '../../../src/core/errors.ts';
import { parsePromptFile, renderPrompt } from '../../../src/core/prompts/promptFile.ts';
import { DEFAULT_SAMPLING } from '../../../src/core/records/sampling.ts';
import { connect } from '../../../src/inference/connect.ts';
import { continuedText } from '../../../src/inference/continuation.ts';
import { countText } from '../../../src/inference/countText.ts';
import { forecastTokens } from '../../../src/inference/forecast.ts';
import { generate } from '../../../src/inference/generate.ts';
import { judgeAnswers } from '../../../src/inference/judgeClient.ts';
import type { InferenceDeps, ServerStatus } from '../../../src/inference/model.ts';
import { FAKE_MODEL } from '../../support/fakeVllm.ts';
import { pngImage, question, testDeps, withServer } from './helpers.ts';

const ROOM = path.resolve(import.meta.dirname, '../../../src/inference');
const SECRET = 'SECRET-TEXT';
const model = FAKE_MODEL.id;

/** Everything in the room that sends what a person asks, what it answers, and what comes of it. */
const SENDERS: Readonly<Record<string, (status: ServerStatus, deps: InferenceDeps) => Promise<unknown>>> = {
  'generate.ts': async (status, deps) => {
    const request = question(status, {
      parts: [
        { type: 'text', text: SECRET },
        { type: 'image', image: 1 },
      ],
      images: [pngImage(56, 56)],
    });
    for await (const event of generate(request, deps)) if (event.type === 'end') return event.error?.reason;
    return null;
  },
  'judgeClient.ts': (status, deps) => {
    const { prompt } = parsePromptFile('judge', '---\ndialect: judge\n---\n{{ content }} {{ answer }}');
    const item = { question: SECRET, reference: SECRET, answer: SECRET };
    return judgeAnswers([item], { status, model, prompt, renderPrompt, firstWait: 0 }, deps).catch(
      (error: unknown) => asPageTraceError(error).reason,
    );
  },
  'forecast.ts': async (status, deps) => {
    const parts = [{ type: 'text', text: SECRET }] as const;
    const images = [pngImage(56, 56)];
    const forecast = await forecastTokens({ status, model, parts, images, sampling: DEFAULT_SAMPLING }, deps);
    return forecast.exact ? 'sent' : 'untrusted';
  },
  'continuation.ts': (status, deps) =>
    continuedText({ status, model, continued: SECRET }, deps).catch(
      (error: unknown) => asPageTraceError(error).reason,
    ),
  'countText.ts': async (status, deps) =>
    (await countText(status, model, SECRET, deps)) === null ? 'untrusted' : 'sent',
};

const sources = fs
  .readdirSync(ROOM)
  .filter((name) => name.endsWith('.ts') && !name.endsWith('.d.ts'))
  .map((name) => ({ name, text: fs.readFileSync(path.join(ROOM, name), 'utf8') }));
const naming = (pattern: RegExp): readonly string[] =>
  sources.filter(({ text }) => pattern.test(text)).map(({ name }) => name);

describe('content that the person has not agreed to send', () => {
  test.each(Object.keys(SENDERS))('does not leave through %s', async (name) => {
    const origins: string[] = [];
    const deps: InferenceDeps = {
      ...testDeps(),
      mayReceive: (origin) => {
        origins.push(origin);
        return Promise.resolve(false);
      },
    };
    await withServer(
      {},
      async (server) => {
        const status = await connect({ name: 'far', url: server.url, model: null }, deps);
        expect(origins).toEqual([]);
        expect(await SENDERS[name]?.(status, deps)).toBe('untrusted');
        expect(JSON.stringify(server.requests)).not.toContain(SECRET);
        expect(server.requests.filter((request) => request.path.endsWith('/chat/completions'))).toEqual([]);
        expect(new Set(origins)).toEqual(new Set([server.url]));
      },
      { ...deps, lines: [] },
    );
  });

  test('has no other way out of the room', () => {
    // The second one gets files that are the same for everybody, and has nothing to send.
    expect(naming(/(?:from |import\()'undici/u)).toEqual(['dispatcher.ts']);
    expect(naming(/(?:from |import\()'.\/dispatcher/u)).toEqual([
      'exchange.ts',
      'fetch.ts',
      'publicFetch.ts',
    ]);
    expect(naming(/\bfetch\(|\bXMLHttpRequest\b|node:(?:https?|net|tls|dgram)/u)).toEqual([]);
    expect(naming(/\bexchange\((?!url: string)/u)).toEqual(['fetch.ts', 'publicFetch.ts']);
    expect(naming(/method: 'GET', headers, body: null, dispatcher, signal/u)).toEqual(['publicFetch.ts']);
    const posting = naming(/method: 'POST'/u).filter((name) => name !== 'request.ts');
    // These two send bodies that are the same for everybody.
    const probes = naming(/isProbe: true/u);
    expect(probes).toEqual(['imageLimit.ts', 'template.ts']);
    // The judge sends with `generate`.
    expect([...posting, 'judgeClient.ts'].toSorted()).toEqual(
      [...probes, ...Object.keys(SENDERS)].toSorted(),
    );
  });
});
