import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { publicFetch } from '../../../src/inference/publicFetch.ts';

/** The address of a server, and the requests that it got: what was requested, and the headers. */
async function startServer() {
  const requests: { readonly url: string; readonly headers: http.IncomingHttpHeaders }[] = [];
  const server = http.createServer(({ url, headers }, response) => {
    requests.push({ url: url ?? '', headers });
    response.writeHead(200).end('packed');
  });
  server.on('connect', ({ url, headers }: http.IncomingMessage, socket) => {
    requests.push({ url: url ?? '', headers });
    socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests };
}

const { signal } = new AbortController();

test('a public address is reached through the proxy, without keys or cookies', async () => {
  const proxy = await startServer();
  const get = publicFetch({ proxy: proxy.address, noProxy: '' });
  await expect(get('https://npm.example.invalid/a.tgz', { signal })).rejects.toThrow();
  const [request] = proxy.requests;
  expect(request?.url).toBe('npm.example.invalid:443');
  expect(Object.keys(request?.headers ?? {})).not.toEqual(
    expect.arrayContaining([expect.stringMatching(/authorization|cookie/) as string]),
  );
});

test('an address of this machine, and one that needs no proxy, is reached directly', async () => {
  const [proxy, server] = [await startServer(), await startServer()];
  const answer = await publicFetch({ proxy: proxy.address })(`${server.address}/a.tgz`, { signal });
  expect(answer).toMatchObject({ status: 200, ok: true });
  for await (const part of answer.body ?? []) expect(Buffer.from(part).toString()).toBe('packed');
  const get = publicFetch({ proxy: proxy.address, noProxy: 'npm.example.invalid' });
  await expect(get('https://npm.example.invalid/a.tgz', { signal })).rejects.toThrow();
  expect(server.requests.map(({ url }) => url)).toEqual(['/a.tgz']);
  expect(proxy.requests).toEqual([]);
});
