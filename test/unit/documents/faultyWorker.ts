import { parentPort } from 'node:worker_threads';
import { createCallHandler } from '../../../src/documents/worker/callHandler.ts';
import { serve } from '../../../src/documents/worker/serve.ts';
import { FAULTS } from './faults.ts';

/** A WebAssembly module whose only function consists of an unreachable instruction. */
const TRAP = '0061736d0100000001040160000003020100070801047472617000000a05010300000b';

interface WebAssemblyLike {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object) => { readonly exports: { readonly trap: () => void } };
}

/** Crashes the worker; the page number selects how. Never resolves, because a crashed worker sends no answer. */
function fail(page: number): Promise<never> {
  if (page === FAULTS.exit) process.exit(3);
  if (page === FAULTS.trap) {
    const { Module, Instance } = (globalThis as unknown as { WebAssembly: WebAssemblyLike }).WebAssembly;
    new Instance(new Module(Buffer.from(TRAP, 'hex'))).exports.trap();
  }
  setImmediate(() => {
    throw new Error('a fault that nothing catches');
  });
  return new Promise(() => undefined);
}

if (!parentPort) throw new Error('The faulty worker runs in a worker thread only.');
const handler = createCallHandler({ fonts: () => [], log: () => undefined });
serve(parentPort, {
  heapBytes: () => handler.heapBytes(),
  handle: async (call, request) =>
    call === 'render' && 'page' in request && request.page !== 1
      ? fail(request.page)
      : handler.handle(call, request),
});
