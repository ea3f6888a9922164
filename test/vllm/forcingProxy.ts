import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { ReadableStream } from 'node:stream/web';
import { served } from './server.ts';

/** What the model is forced to say to a prompt, as vLLM's `structured_outputs`; null to let it say anything. */
export type Force = (prompt: string) => object | null;

/** Passes requests on to the vLLM under test, which says what `force` returns, and calls `use` with the address. */
export async function withForced<T>(force: Force, use: (url: string) => Promise<T>): Promise<T> {
  const server = http.createServer((request, response) => {
    passOn(request, response, force).catch((error: unknown) => {
      response.destroy(error instanceof Error ? error : new Error(String(error)));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    return await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

async function passOn(
  request: http.IncomingMessage,
  response: http.ServerResponse,
  force: Force,
): Promise<void> {
  const { method = 'GET', headers } = request;
  const given = await text(request);
  const answer = await fetch(new URL(request.url ?? '/', served.url), {
    method,
    headers: { authorization: headers.authorization ?? '', 'content-type': 'application/json' },
    ...(method === 'GET' ? {} : { body: forced(given, force) }),
  });
  response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' });
  if (answer.body === null) response.end();
  else Readable.fromWeb(answer.body as ReadableStream).pipe(response);
}

function forced(given: string, force: Force): string {
  const body = JSON.parse(given) as { messages?: readonly { content: unknown }[] };
  const outputs = force(promptOf(body.messages?.at(-1)?.content));
  return JSON.stringify(outputs === null ? body : { ...body, structured_outputs: outputs });
}

/** The text of a message, whose content is a text or parts. */
function promptOf(content: unknown): string {
  if (typeof content === 'string') return content;
  const parts = Array.isArray(content) ? (content as readonly { readonly text?: string }[]) : [];
  return parts.map((part) => part.text ?? '').join('');
}
