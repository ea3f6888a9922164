import { once } from 'node:events';
import net from 'node:net';

/** What a server sends to a request: the head and the body as they are on the wire. */
export interface HostileAnswer {
  readonly head: string;
  /** The pieces of the body, in order; they may have no end. */
  readonly body?: Iterable<string | Uint8Array>;
  /** Milliseconds between two pieces; by default, each is sent as soon as the one before it has left. */
  readonly every?: number;
  /** Whether the connection stays open after the last piece. */
  readonly hangs?: boolean;
}

/** The answer to a request for a path; null for a 404. */
export type HostileAnswers = (path: string) => HostileAnswer | null;

const NOT_FOUND: HostileAnswer = {
  head: 'HTTP/1.1 404 Not Found\r\nconnection: close\r\n\r\n',
  body: ['{"detail":"Not Found"}'],
};

async function send(
  socket: net.Socket,
  { head, body = [], every, hangs = false }: HostileAnswer,
): Promise<void> {
  socket.write(head);
  for (const piece of body) {
    if (every !== undefined) await new Promise((resolve) => setTimeout(resolve, every));
    if (socket.destroyed) return;
    if (!socket.write(piece)) await Promise.race([once(socket, 'drain'), once(socket, 'close')]);
    // A client that reads too slowly must be able to end this loop.
    else if (every === undefined) await new Promise((resolve) => setImmediate(resolve));
  }
  if (!hangs) socket.end();
}

/** A server on loopback whose answers obey nothing but the test. */
export interface HostileServer {
  readonly url: string;
  close(): Promise<void>;
}

export async function startHostileServer(answers: HostileAnswers): Promise<HostileServer> {
  const sockets = new Set<net.Socket>();
  const server = net.createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    let request = '';
    const read = (bytes: Buffer): void => {
      request += bytes.toString('latin1');
      if (!request.includes('\r\n\r\n')) return;
      socket.off('data', read).resume();
      const path = request.split(' ', 2)[1] ?? '/';
      send(socket, answers(path) ?? NOT_FOUND).catch(() => socket.destroy());
    };
    socket.on('data', read);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as net.AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
