import { parentPort } from 'node:worker_threads';
import { FAULTS } from './faults.ts';
import { createDocumentRoom } from '../../../src/documents/worker/room.ts';
import type { WorkerReply, WorkerRequest } from '../../../src/documents/worker/messages.ts';

const port = parentPort;
if (!port) throw new Error('The faulty worker runs in a worker thread only.');
const room = createDocumentRoom(() => undefined);
const post = (reply: WorkerReply): void => {
  port.postMessage(reply);
};

/** A WebAssembly module whose one function is an unreachable instruction. */
const TRAP = '0061736d010000000104016000000302010007080104747261700000' + '0a05010300000b';

interface WebAssemblyLike {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object) => { readonly exports: { readonly trap: () => void } };
}

function fail(page: number): void {
  if (page === FAULTS.exit) process.exit(3);
  if (page === FAULTS.throw) {
    setImmediate(() => {
      throw new Error('a fault that nothing catches');
    });
  } else {
    const { Module, Instance } = (globalThis as unknown as { WebAssembly: WebAssemblyLike }).WebAssembly;
    new Instance(new Module(Buffer.from(TRAP, 'hex'))).exports.trap();
  }
}

async function answer({ id, call, request }: WorkerRequest): Promise<void> {
  try {
    if (call === 'render' && 'page' in request && request.page !== 1) {
      fail(request.page);
      return;
    }
    const { value } = await room.handle(call, request);
    post({ kind: 'value', id, value, heapBytes: 0 });
  } catch (error) {
    post({ kind: 'broken', id, said: String(error) });
  }
}

port.on('message', (message: WorkerRequest) => void answer(message));
post({ kind: 'ready' });
