import { once } from 'node:events';
import http from 'node:http';
import OpenAI from 'openai';
import { defer } from '../../../src/core/deferred.ts';
import { afterEach, describe, expect, it } from 'vitest';
import {
  serveOffline,
  type OfflineServer,
  type OfflineServerOptions,
} from '../../../src/offline/http/server.ts';
import {
  OFFLINE_MODEL,
  type Answerer,
  type ReadingEvent,
  type ReadingTask,
} from '../../../src/offline/model.ts';
import { PageTraceError } from '../../../src/core/errors.ts';
import { readScript } from '../../../src/offline/script.ts';

const KEY = 'a key';
const TEXT = '<think>Image 1 has it.</think>\n<answer>42 francs</answer>';
const PIXEL = 'data:image/png;base64,iVBORw0KGgo=';

/** A reader that says `texts`, one after the other. */
async function* saying(...texts: readonly string[]): AsyncGenerator<ReadingEvent> {
  for (const text of texts) yield await Promise.resolve({ type: 'text', text });
}

/** A reader that fails at once. */
function failing(error: Error): AsyncIterable<ReadingEvent> {
  return { [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(error) }) };
}

let server: OfflineServer | null = null;
afterEach(async () => {
  await server?.close();
  server = null;
});

async function serve(options: Partial<OfflineServerOptions> = {}): Promise<OfflineServer> {
  server = await serveOffline({
    answer: () => saying(TEXT),
    apiKey: KEY,
    version: '1.2.3',
    log: () => undefined,
    ...options,
  });
  return server;
}

function message(question = 'Question: How much?', images: readonly string[] = [PIXEL]): object {
  return {
    role: 'user',
    content: [
      { type: 'text', text: question },
      ...images.map((url) => ({ type: 'image_url', image_url: { url } })),
    ],
  };
}

async function ask(
  body: object | string,
  headers: Record<string, string> = {},
): Promise<{ status: number; body: unknown }> {
  const response = await fetch(`${server?.url ?? ''}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  return { status: response.status, body: await response.json() };
}

/** The events of a stream as objects, and whether it ended with [DONE]. */
async function events(body: object): Promise<{ events: Record<string, unknown>[]; done: boolean }> {
  const response = await fetch(`${server?.url ?? ''}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${KEY}` },
    body: JSON.stringify({ stream: true, ...body }),
  });
  expect(response.headers.get('content-type')).toContain('text/event-stream');
  const data = (await response.text())
    .split('\n\n')
    .filter((line) => line !== '')
    .map((line) => line.replace(/^data: /, ''));
  const done = data.at(-1) === '[DONE]';
  return {
    events: data
      .filter((line) => line !== '[DONE]')
      .map((line) => JSON.parse(line) as Record<string, unknown>),
    done,
  };
}

function error(status: number, message_: unknown): object {
  return { status, body: { error: expect.objectContaining({ message: message_, code: status }) as unknown } };
}

describe('the endpoints', () => {
  it('the server answers health and version without a key, and requires the key for /v1', async () => {
    const { url } = await serve();
    const health = await fetch(`${url}/health`);
    expect([health.status, await health.text()]).toEqual([200, '']);
    expect(await (await fetch(`${url}/version`)).json()).toEqual({ version: '1.2.3' });
    for (const headers of [{}, { authorization: 'Bearer another' }]) {
      const refused = await fetch(`${url}/v1/models`, { headers });
      expect([refused.status, await refused.json()]).toEqual([401, { error: 'Unauthorized' }]);
    }
    const models = await fetch(`${url}/v1/models`, { headers: { authorization: `Bearer ${KEY}` } });
    expect(await models.json()).toMatchObject({
      object: 'list',
      data: [{ id: OFFLINE_MODEL, object: 'model', parent: null }],
    });
  });

  it('the server answers unknown routes as FastAPI does', async () => {
    const { url } = await serve();
    const missing = await fetch(`${url}/tokenize`, { method: 'POST' });
    expect([missing.status, await missing.json()]).toEqual([404, { detail: 'Not Found' }]);
    const wrong = await fetch(`${url}/health`, { method: 'POST' });
    expect([wrong.status, await wrong.json()]).toEqual([405, { detail: 'Method Not Allowed' }]);
  });

  it('the server answers a request whose path is not valid with an error', async () => {
    const { port } = await serve();
    const request = http.get({ host: '127.0.0.1', port, path: '//[', agent: false });
    const [response] = (await once(request, 'response')) as [http.IncomingMessage];
    response.resume();
    expect(response.statusCode).toBe(400);
  });
});

describe('a chat completion', () => {
  it('a chat completion may have a million tokens', async () => {
    const text = 'x '.repeat(1e6);
    await serve();
    const { status, body } = await ask({
      messages: [message()],
      structured_outputs: { choice: [text] },
    });
    expect(status).toBe(200);
    const { choices } = body as { choices: { message: { content: string } }[] };
    expect(choices[0]?.message.content === text).toBe(true);
  });

  it('a chat completion passes images, question and form to the reader', async () => {
    const tasks: ReadingTask[] = [];
    await serve({
      answer: (task) => {
        tasks.push(task);
        return saying(TEXT);
      },
    });
    await ask({
      messages: [
        { role: 'system', content: 'Use <think> and <answer>.' },
        message('Question: How much?', [PIXEL, PIXEL]),
      ],
    });
    expect(tasks).toMatchObject([{ question: 'How much?', form: 'think-answer' }]);
    expect(tasks[0]?.pages.map(({ words }) => words)).toEqual([null, null]);
    expect(tasks[0]?.pages.map(({ image }) => [...image.subarray(0, 4)])).toEqual([
      [0x89, 0x50, 0x4e, 0x47],
      [0x89, 0x50, 0x4e, 0x47],
    ]);
  });

  it('a chat completion passes the words of text layers to the reader', async () => {
    const tasks: ReadingTask[] = [];
    await serve({
      answer: (task) => {
        tasks.push(task);
        return saying(TEXT);
      },
    });
    const messages = [message('Question: How much?', [PIXEL, PIXEL])];
    await ask({ messages, pagetrace: { words: [null, [['Price', 1, 2, 30.5, 4]]] } });
    expect(tasks[0]?.pages.map(({ words }) => words)).toEqual([
      null,
      [{ text: 'Price', box: { left: 1, top: 2, right: 30.5, bottom: 4 } }],
    ]);
    expect(await ask({ messages, pagetrace: { words: [null] } })).toEqual(
      error(400, 'pagetrace.words has 1 entries for 2 image(s).'),
    );
  });

  it('a chat completion has n choices and counts their tokens', async () => {
    await serve();
    const { body } = await ask({ model: OFFLINE_MODEL, messages: [message()], n: 3 });
    const { choices, usage } = body as {
      choices: { message: { content: string } }[];
      usage: Record<string, number>;
    };
    expect(choices.map((choice) => choice.message.content)).toEqual([TEXT, TEXT, TEXT]);
    expect((usage['completion_tokens'] ?? 0) % 3).toBe(0);
    expect(usage['total_tokens']).toBe((usage['prompt_tokens'] ?? 0) + (usage['completion_tokens'] ?? 0));
  });

  it('a chat completion ends at a stop string, and includes it if required', async () => {
    await serve();
    const stop = { messages: [message()], stop: ['</think>', 'nowhere'] };
    expect((await ask(stop)).body).toMatchObject({
      choices: [
        { message: { content: '<think>Image 1 has it.' }, finish_reason: 'stop', stop_reason: '</think>' },
      ],
    });
    expect((await ask({ ...stop, include_stop_str_in_output: true })).body).toMatchObject({
      choices: [{ message: { content: '<think>Image 1 has it.</think>' } }],
    });
  });

  it('a chat completion ends at max_tokens with finish reason length', async () => {
    await serve();
    expect((await ask({ messages: [message()], max_tokens: 2 })).body).toMatchObject({
      choices: [{ finish_reason: 'length', stop_reason: null }],
      usage: { completion_tokens: 2 },
    });
  });

  it('a chat completion says exactly what structured_outputs.choice requires, also without an image', async () => {
    await serve();
    const { body } = await ask({
      messages: [message('Question: ?', [])],
      structured_outputs: { choice: ['<think>x'] },
    });
    expect(body).toMatchObject({ choices: [{ message: { content: '<think>x' } }] });
  });
});

describe('a stream', () => {
  it('a stream interleaves the choices: roles, pieces, finishes, usage, [DONE]', async () => {
    await serve();
    const { events: got, done } = await events({
      messages: [message()],
      n: 2,
      stream_options: { include_usage: true, continuous_usage_stats: true },
    });
    expect(done).toBe(true);
    const texts = ['', ''];
    const finished: unknown[] = [];
    let counted = 0;
    for (const event of got) {
      const [choice] = event['choices'] as {
        index: number;
        delta: { role?: string; content: string };
        finish_reason: unknown;
      }[];
      if (choice === undefined) {
        expect((event['usage'] as { completion_tokens: number }).completion_tokens).toBe(2 * counted);
        continue;
      }
      texts[choice.index] = `${texts[choice.index] ?? ''}${choice.delta.content}`;
      if (choice.index === 1) counted = (event['usage'] as { completion_tokens: number }).completion_tokens;
      if (choice.finish_reason !== null) finished.push([choice.index, choice.finish_reason]);
    }
    expect(texts).toEqual([TEXT, TEXT]);
    expect(finished).toEqual([
      [0, 'stop'],
      [1, 'stop'],
    ]);
    expect(got.slice(0, 2)).toMatchObject([
      { choices: [{ index: 0, delta: { role: 'assistant' } }] },
      { choices: [{ index: 1, delta: { role: 'assistant' } }] },
    ]);
  });

  it('a stream says what the reader is doing outside of the text, and sends each text at once', async () => {
    const more = defer<undefined>();
    const { url } = await serve({
      answer: async function* () {
        yield { type: 'status', status: 'Reading page 1 of 2' };
        yield* saying('<think>Image 1');
        yield { type: 'status', status: 'Reading page 2 of 2' };
        await more.promise;
        yield* saying(' has it.</think>');
      },
    });
    const response = await fetch(`${url}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${KEY}` },
      body: JSON.stringify({ stream: true, messages: [message()] }),
    });
    let seen = '';
    for await (const bytes of response.body ?? []) {
      seen += new TextDecoder().decode(bytes);
      if (seen.includes('page 2')) more.resolve(undefined);
    }
    const chunks = seen
      .split('\n\n')
      .filter((line) => line.startsWith('data: {'))
      .map((line) => JSON.parse(line.slice(6)) as Record<string, unknown>);
    expect(
      chunks.flatMap((chunk) => ('pagetrace' in chunk ? [[chunk['choices'], chunk['pagetrace']]] : [])),
    ).toEqual([
      [[], { status: 'Reading page 1 of 2' }],
      [[], { status: 'Reading page 2 of 2' }],
    ]);
    const contents = chunks.flatMap(({ choices }) => choices as { delta: { content: string } }[]);
    expect(contents.map(({ delta }) => delta.content).join('')).toBe('<think>Image 1 has it.</think>');
  });

  it('a stream ends at a stop string that arrives in two parts, and asks the reader for no more', async () => {
    let rest = false;
    await serve({
      answer: async function* () {
        yield* saying('<think>x</thi', 'nk> more');
        rest = true;
        yield* saying(' and more');
      },
    });
    const { events: got } = await events({ messages: [message()], stop: ['</think>'] });
    const choices = got.flatMap((event) => event['choices'] as { delta: { content: string } }[]);
    expect(choices.map(({ delta }) => delta.content).join('')).toBe('<think>x');
    expect(choices.at(-1)).toMatchObject({ finish_reason: 'stop', stop_reason: '</think>' });
    expect(rest).toBe(false);
  });

  it('a stream can be read by the openai client', async () => {
    const { url } = await serve();
    const client = new OpenAI({ baseURL: `${url}/v1`, apiKey: KEY, maxRetries: 0 });
    const stream = await client.chat.completions.create({
      model: OFFLINE_MODEL,
      stream: true,
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text: 'How much?' },
            { type: 'image_url', image_url: { url: PIXEL } },
          ],
        },
      ],
    });
    let text = '';
    for await (const chunk of stream) text += chunk.choices[0]?.delta.content ?? '';
    expect(text).toBe(TEXT);
  });

  it('a stream ends with an error event if the reader fails in the middle', async () => {
    await serve({
      hooks: {
        beforeEvent: (event) => (event === 3 ? Promise.reject(new Error('It broke.')) : Promise.resolve()),
      },
    });
    const { events: got, done } = await events({ messages: [message()] });
    expect(done).toBe(true);
    expect(got).toHaveLength(4);
    expect(got.at(-1)).toMatchObject({
      error: { message: 'It broke.', type: 'InternalServerError', code: 500 },
    });
  });

  it('a stream can be cut off in the middle on request', async () => {
    await serve({ hooks: { cutAtEvent: 2 } });
    await expect(events({ messages: [message()] })).rejects.toThrow();
  });

  it('a stream stops the reader when the client disconnects', async () => {
    const started = defer<undefined>();
    const aborted = defer<undefined>();
    const answer: Answerer = async function* (_task, signal) {
      yield* saying('<think>');
      await new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => {
          aborted.resolve(undefined);
          reject(new Error('aborted'));
        });
        started.resolve(undefined);
      });
    };
    const { url } = await serve({ answer });
    const leave = new AbortController();
    const asked = fetch(`${url}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${KEY}` },
      body: JSON.stringify({ stream: true, messages: [message()] }),
      signal: leave.signal,
    });
    await started.promise;
    leave.abort();
    await expect(asked.then((response) => response.text())).rejects.toThrow();
    await aborted.promise;
  });
});

describe('refused requests', () => {
  it.each<[string, object | string, number, string]>([
    ['bad JSON', '{"messages": ', 400, 'JSON decode error'],
    ['no messages', {}, 400, 'messages'],
    ['n of zero', { messages: [message()], n: 0 }, 400, 'n: '],
    ['n of a billion', { messages: [message()], n: 1e9 }, 400, 'n must be at most 1024, got 1000000000.'],
    ['n of a billion in a stream', { messages: [message()], n: 1e9, stream: true }, 400, 'n must be at most'],
    ['n beyond whole numbers', { messages: [message()], n: 1e300 }, 400, 'n: '],
    ['max_tokens beyond whole numbers', { messages: [message()], max_tokens: 1e300 }, 400, 'max_tokens: '],
    [
      'a million stop strings',
      { messages: [message()], stop: Array.from({ length: 1_000_000 }, () => 'a') },
      400,
      'stop must have at most 128 strings',
    ],
    [
      'a page of 60,000 words',
      {
        messages: [message()],
        pagetrace: { words: [Array.from({ length: 60_000 }, () => ['a', 0, 0, 1, 1])] },
      },
      400,
      'at most 50000 words',
    ],
    [
      'a word without end',
      { messages: [message()], pagetrace: { words: [[['a'.repeat(20_000), 0, 0, 1, 1]]] } },
      400,
      'pagetrace',
    ],
    [
      'a thousand choices of a forced text',
      { messages: [message()], n: 1000, structured_outputs: { choice: ['x'.repeat(100_000)] } },
      400,
      'at most 10000000 characters together',
    ],
    ['max_tokens of zero', { messages: [message()], max_tokens: 0 }, 400, 'max_tokens'],
    ['an unknown model', { model: 'gpt', messages: [message()] }, 404, 'The model `gpt` does not exist.'],
    [
      'too many images',
      { messages: [message('Q?', [PIXEL, PIXEL, PIXEL])] },
      400,
      'At most 2 image(s) may be provided',
    ],
    [
      'base64 with white space',
      { messages: [message('Q?', ['data:image/png;base64,iVBO Rw0K'])] },
      400,
      'Failed to load image',
    ],
    [
      'an image on the network',
      { messages: [message('Q?', ['https://example.org/a.png'])] },
      400,
      'does not use the network',
    ],
    ['no question', { messages: [message('  ')] }, 400, 'holds no question'],
    ['no image', { messages: [message('Question: x?', [])] }, 400, 'holds none'],
    [
      'a form that cannot be forced',
      { messages: [message()], structured_outputs: { regex: 'a+' } },
      400,
      'no structured_outputs but choice',
    ],
    [
      'a message to continue',
      { messages: [message()], continue_final_message: true },
      400,
      'cannot continue',
    ],
  ])('refuses a request with %s in the words of vLLM', async (_name, body, status, said) => {
    await serve({ limits: { maxImages: 2 } });
    expect(await ask(body)).toEqual(error(status, expect.stringContaining(said)));
  });

  it('refuses an unreadable image and a body that is too large, and reports a reader that fails', async () => {
    await serve({ answer: () => failing(new PageTraceError('image-unreadable', 'no')) });
    expect(await ask({ messages: [message()] })).toEqual(
      error(400, expect.stringContaining('Failed to load image')),
    );
    await server?.close();
    await serve({ limits: { maxBody: 10 } });
    expect(await ask({ messages: [message()] })).toEqual(
      error(413, expect.stringContaining('larger than 10 bytes')),
    );
    await server?.close();
    await serve({ answer: () => failing(new Error('It is broken.')) });
    expect(await ask({ messages: [message()] })).toEqual(error(500, 'It is broken.'));
  });
});

/** Sends a request with headers that fetch does not let a program set, and returns the status and the body. */
async function sendRaw(
  path: string,
  headers: Record<string, string>,
  body = '',
): Promise<{ status: number | undefined; body: string }> {
  const request = http.request(`${server?.url ?? ''}${path}`, {
    method: body === '' ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${KEY}`, ...headers },
    agent: false,
  });
  request.end(body);
  const [response] = (await once(request, 'response')) as [http.IncomingMessage];
  let text = '';
  for await (const part of response as AsyncIterable<Buffer>) text += part.toString();
  return { status: response.statusCode, body: text };
}

describe('requests from elsewhere', () => {
  it.each([
    ['a name that refers to this machine', (): Record<string, string> => ({ host: 'evil.example' })],
    [
      'such a name with the port',
      (port: number): Record<string, string> => ({ host: `evil.example:${port}` }),
    ],
    [
      'a name below localhost',
      (port: number): Record<string, string> => ({ host: `evil.localhost:${port}` }),
    ],
    ['another port', (port: number): Record<string, string> => ({ host: `127.0.0.1:${port + 1}` })],
    ['no port', (): Record<string, string> => ({ host: '127.0.0.1' })],
    [
      'a web page',
      (port: number): Record<string, string> => ({
        host: `127.0.0.1:${port}`,
        origin: 'https://evil.example',
      }),
    ],
    [
      'a web page on this machine',
      (port: number): Record<string, string> => ({
        host: `127.0.0.1:${port}`,
        origin: `http://127.0.0.1:${port}`,
      }),
    ],
    [
      'a page without an origin',
      (port: number): Record<string, string> => ({ host: `localhost:${port}`, origin: 'null' }),
    ],
  ])(
    'the server refuses a request of %s, with the right key and without a route',
    async (_name, headersFor) => {
      const { port } = await serve();
      const question = JSON.stringify({ messages: [message()] });
      for (const [path, body] of [
        ['/health', ''],
        ['/v1/models', ''],
        ['/v1/chat/completions', question],
      ] as const) {
        const answer = await sendRaw(path, headersFor(port), body);
        expect(answer.status).toBe(403);
        expect(JSON.parse(answer.body)).toEqual({
          error: {
            message: 'This server only answers programs on this machine.',
            type: 'PermissionDeniedError',
            param: null,
            code: 403,
          },
        });
      }
    },
  );

  it('the server answers requests to its address and to localhost', async () => {
    const { port } = await serve();
    for (const host of [`127.0.0.1:${port}`, `localhost:${port}`, `LOCALHOST:${port}`])
      expect((await sendRaw('/v1/models', { host })).status).toBe(200);
  });
});

describe('many requests', () => {
  it('requests beyond the limit are refused until others have ended', async () => {
    const more = defer<undefined>();
    await serve({ limits: { maxRequests: 2 }, hooks: { beforeAnswer: () => more.promise } });
    const asked = [
      ask({ messages: [message()] }),
      ask({ messages: [message()] }),
      ask({ messages: [message()] }),
    ];
    const first = await Promise.race(asked);
    expect(first).toEqual(error(503, expect.stringContaining('too many requests')));
    more.resolve(undefined);
    expect((await Promise.all(asked)).map(({ status }) => status).sort()).toEqual([200, 200, 503]);
    expect((await ask({ messages: [message()] })).status).toBe(200);
  });

  it('bodies that are too large together are refused, and their bytes are free again afterwards', async () => {
    const body = { messages: [message(`Question: ${'x'.repeat(10_000)}`)] };
    const more = defer<undefined>();
    await serve({ limits: { maxBodies: 15_000 }, hooks: { beforeAnswer: () => more.promise } });
    const asked = [ask(body), ask(body)];
    expect(await Promise.race(asked)).toEqual(error(503, expect.stringContaining('too many requests')));
    more.resolve(undefined);
    expect((await Promise.all(asked)).map(({ status }) => status).sort()).toEqual([200, 503]);
    for (let again = 0; again < 3; again += 1) expect((await ask(body)).status).toBe(200);
  });

  it('the choices of a stream are made one at a time, not all before the first is sent', async () => {
    const seen: number[] = [];
    await serve({
      answer: () => saying('word '.repeat(20_000)),
      hooks: { beforeEvent: (event) => Promise.resolve(void seen.push(event)), cutAtEvent: 3000 },
    });
    await expect(events({ messages: [message()], n: 1024 })).rejects.toThrow();
    expect(seen).toHaveLength(3000);
  });
});

describe('a script', () => {
  const script = readScript(JSON.stringify(['first', { status: 503, message: 'Busy.' }, 'a</x>b']));

  it('answers each request with what it says next, whatever is asked, and then refuses', async () => {
    await serve({ script });
    const continued = {
      messages: [message('No question', []), { role: 'assistant', content: '<think>' }],
      add_generation_prompt: false,
      continue_final_message: true,
    };
    const said = async (body: object) => (await ask(body)).body;
    expect(await said(continued)).toMatchObject({ choices: [{ message: { content: 'first' } }] });
    expect(await said(continued)).toMatchObject({ error: { code: 503, message: 'Busy.' } });
    const stop = { stop: ['</x>'], include_stop_str_in_output: true };
    expect(await said({ ...continued, ...stop })).toMatchObject({
      choices: [{ message: { content: 'a</x>' }, stop_reason: '</x>' }],
    });
    expect(await said(continued)).toMatchObject({ error: { message: 'The script ends after 3 answers.' } });
  });

  it.each(['', 'null', '[]', '[1]', '[{"text": 1}]', '[{"status": 200, "message": "x"}]', '["a", {}]'])(
    'that is %s is refused with what to write',
    (json) => {
      expect(() => readScript(json)).toThrow(PageTraceError);
    },
  );
});
