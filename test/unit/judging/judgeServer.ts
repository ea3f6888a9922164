import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { closeConnections } from '../../../src/inference/fetch.ts';
import { testDeps, type TestDeps } from '../inference/helpers.ts';

/** What the server answers a request with: a reply, one for each sample, or a status with which it refuses. */
export type Reply = string | readonly string[] | number | Promise<string | number>;

/** A server whose model judges. */
export interface JudgeServer {
  readonly url: string;
  /** The prompts that it was sent, in the order of their arrival. */
  readonly prompts: readonly string[];
  /** The keys that came with them. */
  readonly keys: readonly (string | undefined)[];
}

/** One verdict for each item of a prompt of the answer judge: right if the answer is the reference. */
export function judgeFairly(prompt: string): string {
  return [...prompt.matchAll(/^Reference: (.*)\nAnswer: (.*)$/gm)]
    .map(([, reference, answer]) => `<judge>${reference === answer ? 'True' : 'False'}</judge>`)
    .join('\n');
}

/** Runs `body` with a server that answers each prompt with what `reply` returns. */
export async function withJudge<T>(
  reply: (prompt: string, request: number) => Reply,
  body: (server: JudgeServer, deps: TestDeps) => Promise<T>,
): Promise<T> {
  const prompts: string[] = [];
  const keys: (string | undefined)[] = [];
  const server = http.createServer((request, response) => {
    void (async () => {
      response.setHeader('content-type', 'application/json');
      if (request.method === 'GET') {
        const isModels = request.url === '/v1/models';
        response.statusCode = isModels ? 200 : 404;
        response.end(JSON.stringify(isModels ? { object: 'list', data: [{ id: 'judge-model' }] } : {}));
        return;
      }
      const { messages, n = 1 } = JSON.parse(await text(request)) as {
        messages: [{ content: string | [{ text?: string }] }];
        n?: number;
      };
      const [{ content }] = messages;
      const prompt = typeof content === 'string' ? content : content.map((part) => part.text ?? '').join('');
      keys.push(request.headers.authorization);
      const said = await reply(prompt, prompts.push(prompt) - 1);
      if (typeof said === 'number') {
        response.statusCode = said;
        response.end(JSON.stringify({ error: { message: 'not now' } }));
        return;
      }
      response.end(
        JSON.stringify({
          model: 'judge-model',
          choices: Array.from({ length: n }, (_, index) => ({
            index,
            message: { role: 'assistant', content: typeof said === 'string' ? said : said[index] },
            finish_reason: 'stop',
          })),
          usage: { prompt_tokens: 100, completion_tokens: 10, total_tokens: 110 },
        }),
      );
    })();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const deps = testDeps();
  try {
    return await body(
      { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, prompts, keys },
      deps,
    );
  } finally {
    await closeConnections(deps);
    server.closeAllConnections();
    server.close();
  }
}
