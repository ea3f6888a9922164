import http from 'node:http';
import type net from 'node:net';
import { once } from 'node:events';
import { describe, expect, test } from 'vitest';
import { closeConnections } from '../../../src/inference/fetch.ts';
import { generate } from '../../../src/inference/generate.ts';
import { gate, plainStatus, pngImage, question, testDeps, waitFor, withServer } from './helpers.ts';
import { gather } from '../../support/generation.ts';

const TRAJECTORY = '<think>Image 1 shows the table.</think><answer>4.2</answer>';

async function portOf(server: net.Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

describe('time limits', () => {
  test('waiting for headers beyond the limit ends with a time-out', async () => {
    const { opened, open } = gate();
    await withServer(
      { beforeHeaders: () => opened },
      async (server, deps) => {
        const outcome = await gather(question(plainStatus(server.url)), deps);
        open();
        expect(outcome.error).toMatchObject({ reason: 'timeout' });
        expect(outcome.error?.message).toMatch(/did not begin to answer within 0\.15 s/u);
        // The server may read the request only after the client has given up.
        await expect.poll(() => server.requests.length).toBe(1);
        expect(await server.requests[0]?.left).toBe(true);
      },
      testDeps({ headers: 150 }),
    );
  });

  test('a body that stops for longer than the limit ends with a time-out and keeps the received text', async () => {
    const { opened, open } = gate();
    await withServer(
      { trajectories: [TRAJECTORY], beforeChunk: (chunk) => (chunk < 3 ? Promise.resolve() : opened) },
      async (server, deps) => {
        const outcome = await gather(question(plainStatus(server.url)), deps);
        open();
        expect(outcome.texts).toEqual([TRAJECTORY.slice(0, 12)]);
        expect(outcome.error).toMatchObject({ reason: 'timeout' });
        expect(outcome.error?.message).toMatch(/sent nothing for 0\.15 s/u);
      },
      testDeps({ body: 150 }),
    );
  });

  test.each(['headers', 'body'] as const)(
    'a longer limit for %s allows a wait that a shorter limit ends',
    async (limit) => {
      // In both cases, the server waits until the shorter limit has passed.
      const { opened, open } = gate();
      const hold = {
        beforeHeaders: limit === 'headers' ? () => opened : null,
        beforeChunk: limit === 'body' ? () => opened : null,
      };
      await withServer({ trajectories: [TRAJECTORY], ...hold }, async (server, patient) => {
        const long = gather(question(plainStatus(server.url)), patient);
        const short = await gather(question(plainStatus(server.url)), testDeps({ [limit]: 150 }));
        expect(short.error?.reason).toBe('timeout');
        open();
        const outcome = await long;
        expect(outcome.error).toBeNull();
        expect(outcome.texts).toEqual([TRAJECTORY]);
      });
    },
  );

  test('the default limits are half an hour, not the 300 s of the library', () => {
    const { limits } = testDeps();
    expect(limits).toMatchObject({ headers: 1_800_000, body: 1_800_000 });
  });
});

describe('idle connections', () => {
  async function sockets(
    keepAlive: number,
  ): Promise<{ readonly count: number; readonly closed: Promise<unknown>[] }> {
    const closed: Promise<unknown>[] = [];
    const server = http.createServer((request, response) => {
      request.resume().once('end', () => response.writeHead(404).end());
    });
    server.on('connection', (socket) => closed.push(once(socket, 'close')));
    const url = `http://127.0.0.1:${await portOf(server)}`;
    const deps = testDeps({ keepAlive });
    for (let request = 0; request < 6; request += 1) {
      expect((await gather(question(plainStatus(url)), deps)).error?.reason).toBe('server-wrong-path');
      if (keepAlive < 1000) await closed.at(-1);
    }
    if (keepAlive >= 1000) await closeConnections(deps);
    server.close();
    return { count: closed.length, closed };
  }

  test('an idle connection is used again, and closed before the server would close it', async () => {
    const kept = await sockets(60_000);
    // A second connection may be opened while the first is still being returned to the pool.
    expect(kept.count).toBeLessThanOrEqual(2);
    const dropped = await sockets(20);
    expect(dropped.count).toBe(6);
    await Promise.all([...kept.closed, ...dropped.closed]);
  });
});

describe('cancelling', () => {
  test('cancelling closes the connection and keeps the received text', async () => {
    const { opened, open } = gate();
    await withServer(
      { trajectories: [TRAJECTORY], beforeChunk: (chunk) => (chunk < 4 ? Promise.resolve() : opened) },
      async (server, deps) => {
        const controller = new AbortController();
        const request = question(plainStatus(server.url), { n: 2, signal: controller.signal });
        const outcome = await gather(request, deps, (_event, text) => {
          if (text.length === 8) controller.abort();
        });
        expect(outcome.error?.reason).toBe('cancelled');
        expect(outcome.texts[0]).toBe(TRAJECTORY.slice(0, 8));
        expect(outcome.reports[0]).toMatchObject({ tokens: 2, finishReason: null });
        expect(await server.requests[0]?.left).toBe(true);
        open();
      },
    );
  });

  test('a request can be cancelled before the headers arrive and before it is sent', async () => {
    const { opened, open } = gate();
    await withServer({ beforeHeaders: () => opened }, async (server, deps) => {
      const controller = new AbortController();
      const running = gather(question(plainStatus(server.url), { signal: controller.signal }), deps);
      await waitFor(() => server.requests.length === 1);
      controller.abort();
      expect((await running).error?.reason).toBe('cancelled');
      expect(await server.requests[0]?.left).toBe(true);
      open();
      const late = await gather(question(plainStatus(server.url), { signal: controller.signal }), deps);
      expect(late.error?.reason).toBe('cancelled');
      expect(server.requests).toHaveLength(1);
    });
  });
});

describe('faults in the middle of a stream', () => {
  test('a connection that breaks in the middle of a stream keeps the received text, and the request is never repeated', async () => {
    await withServer({ trajectories: [TRAJECTORY], cutAt: 5 }, async (server, deps) => {
      const outcome = await gather(question(plainStatus(server.url)), deps);
      expect(outcome.texts).toEqual([TRAJECTORY.slice(0, 20)]);
      expect(outcome.error).toMatchObject({ reason: 'stream-cut' });
      expect(outcome.error?.said).toBeTruthy();
      expect(server.requests).toHaveLength(1);
    });
  });

  test('text received before a break is kept even if its reader is slow', async () => {
    await withServer({ trajectories: [TRAJECTORY], cutAt: 12 }, async (server, deps) => {
      let text = '';
      for await (const event of generate(question(plainStatus(server.url)), deps)) {
        if (event.type === 'text') text += event.text;
        // The connection is closed before the second event is requested.
        await server.requests[0]?.left;
        if (event.type === 'end') expect(event.error?.reason).toBe('stream-cut');
      }
      expect(text).toBe(TRAJECTORY.slice(0, 48));
    });
  });

  test('leaving the loop over a stream closes the connection', async () => {
    const { opened, open } = gate();
    await withServer(
      { beforeChunk: (chunk) => (chunk < 2 ? Promise.resolve() : opened) },
      async (server, deps) => {
        for await (const event of generate(question(plainStatus(server.url)), deps)) {
          if (event.type === 'text') break;
        }
        expect(await server.requests[0]?.left).toBe(true);
        open();
      },
    );
  });

  test('an error event in a stream keeps the received text and the message of the server', async () => {
    const errorMessage = 'CUDA out of memory, said the engine';
    await withServer({ trajectories: [TRAJECTORY], errorAt: 5, errorMessage }, async (server, deps) => {
      const outcome = await gather(question(plainStatus(server.url), { n: 2 }), deps);
      expect(outcome.texts).toEqual([TRAJECTORY.slice(0, 12), TRAJECTORY.slice(0, 8)]);
      expect(outcome.error).toMatchObject({ reason: 'stream-failed', said: errorMessage });
      expect(outcome.error?.message).toContain(errorMessage);
    });
  });

  test('an engine that dies in the middle of a stream is reported, and the late “too long” of old vLLM keeps its reason', async () => {
    await withServer({ errorAt: 0 }, async (server, deps) => {
      expect((await gather(question(plainStatus(server.url)), deps)).error?.reason).toBe('server-dead');
      server.set({
        errorMessage:
          'The decoder prompt (length 9000) is longer than the maximum model length of 8192. Make sure that ...',
      });
      const outcome = await gather(question(plainStatus(server.url)), deps);
      expect(outcome.error?.reason).toBe('prompt-too-long');
      expect(outcome.error?.message).toMatch(/9000 tokens. The model takes at most 8192/u);
    });
  });

  test('a stream without a finish reason is cut off, broken JSON is a failure, and a page of HTML is not a stream', async () => {
    const event = (content: string): string =>
      `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content } }] })}\n\n`;
    const stream = { 'content-type': 'text/event-stream' };
    await withServer({}, async (server, deps) => {
      const gatherCanned = async (body: string, headers: Record<string, string>) => {
        server.set({ canned: { '/v1/chat/completions': { status: 200, body, headers } } });
        return gather(question(plainStatus(server.url)), deps);
      };
      expect(await gatherCanned(`${event('ab')}data: [DONE]\n\n`, stream)).toMatchObject({
        texts: ['ab'],
        error: { reason: 'stream-cut' },
      });
      expect(await gatherCanned(`${event('ab')}data: {broken\n\n`, stream)).toMatchObject({
        texts: ['ab'],
        error: { reason: 'stream-failed' },
      });
      expect(await gatherCanned('<html>hello</html>', { 'content-type': 'text/html' })).toMatchObject({
        texts: [''],
        error: { reason: 'server-failed' },
      });
    });
  });

  test('an empty stream has no text, null adds nothing, and an answer that comes whole is accepted', async () => {
    const stream = { 'content-type': 'text/event-stream; charset=utf-8' };
    const last = { choices: [{ index: 0, delta: { content: 'b' }, finish_reason: 'stop' }] };
    const choice = (index: number, content: string) => ({
      index,
      message: { role: 'assistant', content },
      finish_reason: 'length',
    });
    const usage = { prompt_tokens: 5, completion_tokens: 7 };
    await withServer({}, async (server, deps) => {
      const gatherCanned = async (body: string | object, headers: Record<string, string>, n = 1) => {
        server.set({ canned: { '/v1/chat/completions': { status: 200, body, headers } } });
        return gather(question(plainStatus(server.url), { n }), deps);
      };
      const empty = await gatherCanned('data: [DONE]\n\n', stream);
      expect(empty.error).toMatchObject({ reason: 'server-failed' });
      expect(empty.error?.message).toMatch(/sent an answer without any text\.$/u);
      const events = ['null', JSON.stringify(last), 'null', '[DONE]'].map((data) => `data: ${data}\n\n`);
      expect(await gatherCanned(events.join(''), stream)).toMatchObject({ texts: ['b'], error: null });

      const json = { 'content-type': 'application/json' };
      expect(deps.lines.filter((line) => line.includes('does not stream'))).toEqual([]);
      expect(
        await gatherCanned({ choices: [choice(0, 'one'), choice(1, 'two')], usage }, json, 2),
      ).toMatchObject({
        texts: ['one', 'two'],
        reports: [{ finishReason: 'length' }, { finishReason: 'length' }],
        usage: { promptTokens: 5, completionTokens: 7 },
        error: null,
      });
      expect(deps.lines.filter((line) => line.includes('does not stream'))).toHaveLength(1);
      const misnamed = `data: ${JSON.stringify(last)}\n\n`.replace('"stop"', 'null');
      expect(await gatherCanned(misnamed, json)).toMatchObject({
        texts: ['b'],
        error: { reason: 'stream-cut' },
      });
      expect((await gatherCanned({ choices: [{ index: 0 }] }, json)).error?.message).toContain(
        'not a stream of events',
      );
    });
  });

  test.each([
    ['a refusal', [{ refusal: 'no' }, { refusal: ' way' }], 'server-refused', /^The model refused: no way$/u],
    ['calls of tools', [{ tool_calls: [{}] }], 'server-failed', /sent an answer without any text\.$/u],
    ['empty text', [{ content: '' }], 'server-failed', /sent an answer without any text\.$/u],
  ])('a finished answer that has only %s is an error', async (_what, deltas, reason, sentence) => {
    const choices = [
      ...deltas.map((delta) => ({ index: 0, delta })),
      { index: 0, delta: {}, finish_reason: 'stop' },
    ];
    const events = choices.map((choice) => `data: ${JSON.stringify({ choices: [choice] })}\n\n`);
    const headers = { 'content-type': 'text/event-stream' };
    for (const end of ['data: [DONE]\n\n', 'data: {broken\n\n']) {
      const body = events.join('') + end;
      await withServer(
        { canned: { '/v1/chat/completions': { status: 200, body, headers } } },
        async (server, deps) => {
          const { error } = await gather(question(plainStatus(server.url)), deps);
          expect(error?.reason).toBe(reason);
          expect(error?.message).toMatch(sentence);
        },
      );
    }
  });

  test('a sample in which the model refuses says so, and the other samples are kept', async () => {
    const events = [
      { index: 0, delta: { refusal: 'no way' } },
      { index: 1, delta: { content: 'yes' }, finish_reason: 'stop' },
      { index: 0, delta: {}, finish_reason: 'stop' },
    ].map((choice) => `data: ${JSON.stringify({ choices: [choice] })}\n\n`);
    const canned = { status: 200, body: events.join(''), headers: { 'content-type': 'text/event-stream' } };
    await withServer({ canned: { '/v1/chat/completions': canned } }, async (server, deps) => {
      expect(await gather(question(plainStatus(server.url), { n: 2 }), deps)).toMatchObject({
        texts: ['', 'yes'],
        reports: [{ finishReason: 'the model refused: no way' }, { finishReason: 'stop' }],
        error: null,
      });
    });
  });

  test('of a whole answer that is too long or cut off, what arrived is kept', async () => {
    const long = 'word '.repeat(400);
    const choice = (index: number, content: string) => ({
      index,
      message: { role: 'assistant', content },
      finish_reason: 'stop',
    });
    const whole = JSON.stringify({ choices: [choice(0, 'one "quoted" é'), choice(1, long)], usage: {} });
    const cut = whole.slice(0, whole.indexOf('word ') + 42);
    const faults = [
      { body: whole, most: 1_000, reason: 'stream-failed', sentence: /sent more than 1 KB in one piece/u },
      { body: cut, most: 1e6, reason: 'stream-cut', sentence: /ended before it was complete/u },
    ];
    for (const { body, most, reason, sentence } of faults) {
      const canned = { status: 200, body, headers: { 'content-type': 'application/json' } };
      await withServer(
        { canned: { '/v1/chat/completions': canned } },
        async (server, { limits, ...deps }) => {
          const sizes = { ...limits.sizes, whole: most };
          const { texts, error } = await gather(question(plainStatus(server.url), { n: 2 }), {
            ...deps,
            limits: { ...limits, sizes },
          });
          expect(texts[0]).toBe('one "quoted" é');
          expect(texts[1]).toMatch(/^word (?:word )+/u);
          expect(error).toMatchObject({ reason });
          expect(error?.message).toMatch(sentence);
        },
      );
    }
  });

  test.each(['', 'Application/JSON; charset=UTF-8', 'TEXT/Event-Stream', 'text/plain'])(
    'whole answers, streams and errors with HTTP 200 are told apart if the content type is “%s”',
    async (type) => {
      const choice = { index: 0, message: { role: 'assistant', content: 'whole' }, finish_reason: 'stop' };
      const last = { choices: [{ index: 0, delta: { content: 'b' }, finish_reason: 'stop' }] };
      const errors = [{ error: { message: 'quota' } }, { detail: 'quota' }, { message: 'quota' }];
      let body = '';
      const server = http.createServer((_request, response) => {
        if (type !== '') response.setHeader('content-type', type);
        // The first pieces are blank.
        response.write('\n', () => setTimeout(() => response.end(` ${body}`), 20));
      });
      const status = plainStatus(`http://127.0.0.1:${await portOf(server)}`);
      const deps = testDeps();
      try {
        body = JSON.stringify({ choices: [choice] }, null, 2);
        expect(await gather(question(status), deps)).toMatchObject({ texts: ['whole'], error: null });
        body = `\ndata: ${JSON.stringify(last)}\n\n`;
        expect(await gather(question(status), deps)).toMatchObject({ texts: ['b'], error: null });
        for (const error of errors) {
          body = JSON.stringify(error);
          const refused = await gather(question(status), deps);
          expect(refused.error).toMatchObject({ reason: 'server-refused', said: 'quota' });
          expect(refused.error?.message).toMatch(/refused the request\. It said: quota$/u);
          body = `\ndata: ${JSON.stringify(error)}\n\n`;
          expect((await gather(question(status), deps)).error).toMatchObject({
            reason: 'stream-failed',
            said: 'quota',
          });
        }
      } finally {
        await closeConnections(deps);
        server.close();
      }
    },
  );

  test('an error after every sample is complete does not affect the samples', async () => {
    const chunk = { choices: [{ index: 0, delta: { content: 'whole' }, finish_reason: 'stop' }] };
    const server = http.createServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(`data: ${JSON.stringify(chunk)}\n\n`, () => response.destroy());
    });
    const port = await portOf(server);
    try {
      const outcome = await gather(question(plainStatus(`http://127.0.0.1:${port}`)), testDeps());
      expect(outcome).toMatchObject({ texts: ['whole'], error: null, reports: [{ finishReason: 'stop' }] });
    } finally {
      server.close();
    }
  });
});

describe('keys and redirects', () => {
  test('a redirect to another origin is refused: neither key nor pages are sent there', async () => {
    await withServer({}, async (other) => {
      await withServer({}, async (server) => {
        server.set({
          canned: {
            '/v1/chat/completions': {
              status: 307,
              headers: { location: `${other.url}/v1/chat/completions` },
            },
          },
        });
        const deps = testDeps({}, { [server.url]: 'secret' });
        const outcome = await gather(question(plainStatus(server.url)), deps);
        expect(outcome.error?.reason).toBe('server-wrong-path');
        expect(outcome.error?.message).toContain(other.url);
        expect(other.requests).toHaveLength(0);
        expect(server.requests[0]?.headers.authorization).toBe('Bearer secret');
      });
    });
  });

  test('a redirect within the origin is followed with key and body', async () => {
    const moved = { status: 308, headers: { location: '/v1/chat/completions' } };
    await withServer({ apiKey: 'secret', canned: { '/old/v1/chat/completions': moved } }, async (server) => {
      const deps = testDeps({}, { [server.url]: 'secret' });
      const outcome = await gather(question(plainStatus(`${server.url}/old`)), deps);
      expect(outcome.error).toBeNull();
      expect(outcome.texts[0]).toContain('<answer>42</answer>');
      const [first, second] = server.requests;
      expect(second?.headers.authorization).toBe('Bearer secret');
      expect(second?.body).toEqual(first?.body);
    });
  });

  test.each([
    ['without end', 307, '/v1/chat/completions', /redirects without end/u],
    ['that would lose the body', 301, '/elsewhere', /redirects to .*elsewhere/u],
    ['to nowhere', 307, 'http://', /which is not an address/u],
  ])('a redirect %s is reported', async (_what, status, location, sentence) => {
    await withServer(
      { canned: { '/v1/chat/completions': { status, headers: { location } } } },
      async (server, deps) => {
        const { error } = await gather(question(plainStatus(server.url)), deps);
        expect(error?.reason).toBe('server-wrong-path');
        expect(error?.message).toMatch(sentence);
        expect(server.requests.length).toBeLessThan(10);
      },
    );
  });

  test('a redirect within the origin that has a password is reported without it', async () => {
    await withServer({}, async (server, deps) => {
      const location = server.url.replace('//', '//user:secret@');
      server.set({ canned: { '/v1/chat/completions': { status: 307, headers: { location } } } });
      const { error } = await gather(question(plainStatus(server.url)), deps);
      expect(error?.reason).toBe('server-wrong-path');
      expect(error?.message).toMatch(/redirects to http:\/\/user:\*\*\*@/u);
    });
  });

  test('an API key of another origin is not sent', async () => {
    await withServer({}, async (server) => {
      const outcome = await gather(
        question(plainStatus(server.url)),
        testDeps({}, { 'http://127.0.0.1:1': 'secret' }),
      );
      expect(outcome.error).toBeNull();
      expect(server.requests[0]?.headers.authorization).toBeUndefined();
    });
  });

  test('an API key that no header can carry is reported and not sent', async () => {
    await withServer({}, async (server) => {
      const outcome = await gather(
        question(plainStatus(server.url)),
        testDeps({}, { [server.url]: 'schlüssel→' }),
      );
      expect(outcome.error?.reason).toBe('server-unauthorized');
      expect(server.requests).toHaveLength(0);
    });
  });
});

describe('proxies', () => {
  test('requests to this machine bypass the proxy, requests to other hosts use it', async () => {
    const seen: string[] = [];
    const proxy = http.createServer((request, response) => {
      seen.push(request.url ?? '');
      response.writeHead(502).end();
    });
    proxy.on('connect', (request: http.IncomingMessage, socket: net.Socket) => {
      seen.push(request.url ?? '');
      socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
    });
    const address = `http://127.0.0.1:${await portOf(proxy)}`;
    const before = process.env;
    process.env = { ...before, HTTP_PROXY: address, http_proxy: address, NO_PROXY: '', no_proxy: '' };
    try {
      await withServer({}, async (server, deps) => {
        expect((await gather(question(plainStatus(server.url)), deps)).error).toBeNull();
        expect(seen).toEqual([]);
        const away = await gather(question(plainStatus('http://gpu.example.invalid:8000')), deps);
        expect(away.error).not.toBeNull();
        expect(seen.join()).toContain('gpu.example.invalid');
      });
      process.env = before;
      const away = await gather(question(plainStatus('http://gpu2.example.invalid')), {
        ...testDeps(),
        proxy: address,
      });
      expect(away.error).not.toBeNull();
      expect(seen.join()).toContain('gpu2.example.invalid');
    } finally {
      process.env = before;
      proxy.close();
    }
  });
});

describe('many images', () => {
  test('a request with too many images reports the limit of the server', async () => {
    await withServer({ maxImages: 2 }, async (server, deps) => {
      const images = [1, 2, 3].map(() => pngImage(56, 56));
      const parts = images.map((_, index) => ({ type: 'image', image: index + 1 }) as const);
      const outcome = await gather(question(plainStatus(server.url), { images, parts }), deps);
      expect(outcome.error).toMatchObject({ reason: 'too-many-images', status: 400 });
      expect(outcome.error?.message).toBe('The server accepts at most 2 images per request; this one has 3.');
    });
  });
});
