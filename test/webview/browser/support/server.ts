import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';

const TYPES: Readonly<Record<string, string>> = {
  '': 'text/html',
  '.mjs': 'text/javascript',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.wasm': 'application/wasm',
};

export interface Server {
  readonly origin: string;
  close(): Promise<void>;
}

/**
 * Serves bytes or text on loopback, in ranges where a request asks for one.
 * @param find what lies at an address; undefined when nothing does
 */
export async function serve(find: (url: URL) => Uint8Array | string | undefined): Promise<Server> {
  const server = http.createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://loopback');
    if (url.pathname === '/favicon.ico') {
      response.writeHead(204).end();
      return;
    }
    const found = find(url);
    if (found === undefined) {
      response.writeHead(404).end();
      return;
    }
    const bytes = typeof found === 'string' ? Buffer.from(found) : found;
    const [, begin = '0', end = ''] = /^bytes=(\d+)-(\d+)$/u.exec(request.headers.range ?? '') ?? [];
    const part = end === '' ? bytes : bytes.subarray(Number(begin), Number(end) + 1);
    const extension = path.extname(url.pathname);
    response.writeHead(end === '' ? 200 : 206, {
      'content-type': TYPES[extension] ?? 'application/octet-stream',
      'content-length': part.length,
      // Scripts are the same in all tests of a file; pages and documents are read again by each test.
      'cache-control': /^\.(?:m?js|css|wasm)$/u.test(extension) ? 'max-age=3600' : 'no-store',
    });
    response.end(request.method === 'HEAD' ? undefined : part);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}
