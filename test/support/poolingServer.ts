import { Buffer } from 'node:buffer';
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { toHalf } from '../../src/retrieval/toHalf.ts';

/** An answer that replaces the usual one. */
export interface PoolingFault {
  readonly status?: number;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The body of a request as it arrived. */
export type PoolingBody = Readonly<Record<string, unknown>>;

/** A server that answers /pooling as vLLM does, with vectors that the test chooses. */
export class PoolingServer {
  /** Of the requests for vectors. */
  readonly bodies: PoolingBody[] = [];
  /** Vectors of an input; the image of a page is given by its bytes. */
  vectors: (input: string | Uint8Array) => readonly (readonly number[])[] = () => [[1, 0]];
  fault: ((body: PoolingBody) => PoolingFault | null) | null = null;
  form: 'float16' | 'float32' | 'json' = 'float16';
  readonly #other = new Map<string, object>();
  inFlight = 0;
  mostInFlight = 0;
  readonly #server = http.createServer((request, response) => {
    void this.#answer(request, response);
  });

  async start(): Promise<string> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Answers another path with JSON. */
  respond(path: string, answer: object): void {
    this.#other.set(path, answer);
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  async #answer(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    const other = this.#other.get(request.url ?? '');
    if (other !== undefined || request.method === 'GET') {
      response.writeHead(other === undefined ? 404 : 200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(other ?? {}));
      return;
    }
    this.inFlight += 1;
    this.mostInFlight = Math.max(this.mostInFlight, this.inFlight);
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    const body = JSON.parse(Buffer.concat(pieces).toString('utf8')) as PoolingBody;
    if (request.url === '/pooling') this.bodies.push(body);
    const { status, headers, content } = this.#content(request.url ?? '', body);
    response.writeHead(status, headers);
    response.end(content);
    this.inFlight -= 1;
  }

  #content(path: string, body: PoolingBody) {
    const fault = this.fault?.(body) ?? null;
    if (fault !== null)
      return { status: fault.status ?? 200, headers: { ...fault.headers }, content: fault.body ?? '' };
    if (path !== '/pooling') return { status: 404, headers: {}, content: '{"detail":"Not Found"}' };
    const vectors = this.vectors(inputOf(body));
    if (this.form === 'json')
      return {
        status: 200,
        headers: { 'content-type': 'application/json' },
        content: JSON.stringify({ object: 'list', data: [{ index: 0, object: 'pooling', data: vectors }] }),
      };
    const numbers = vectors.flat();
    const array = this.form === 'float16' ? Uint16Array.from(numbers, toHalf) : Float32Array.from(numbers);
    const content = Buffer.from(array.buffer);
    const metadata = {
      data: [
        {
          index: 0,
          embed_dtype: this.form,
          endianness: 'little',
          start: 0,
          end: content.length,
          shape: [vectors.length, vectors[0]?.length ?? 0],
        },
      ],
    };
    return {
      status: 200,
      headers: { 'content-type': 'application/octet-stream', metadata: JSON.stringify(metadata) },
      content,
    };
  }
}

function inputOf(body: PoolingBody): string | Uint8Array {
  if (typeof body['input'] === 'string') return body['input'];
  const [, base64 = ''] = /base64,([^"]*)/u.exec(JSON.stringify(body['messages'])) ?? [];
  return Buffer.from(base64, 'base64');
}
