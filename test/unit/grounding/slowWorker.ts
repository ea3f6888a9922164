import { parentPort } from 'node:worker_threads';
import type { GroundingCalls } from '../../../src/grounding/calls.ts';
import { groundingHandlers } from '../../../src/grounding/worker/handlers.ts';
import { serveCalls } from '../../../src/workers/serve.ts';

if (!parentPort) throw new Error('The slow worker runs in a worker thread only.');
// It keeps 6 words, so that tests can see what happens to the others.
const handlers = groundingHandlers(6);

/** The grounding worker, which never answers for a response that begins with `hang`, and uses up its memory for `memory`. */
serveCalls<GroundingCalls>(parentPort, {
  ground: (request) => {
    // V8 interrupts such a loop when the thread is ended, but not one that calls a built-in function as its condition.
    if (request.response.startsWith('hang')) for (;;);
    const memory: number[][] = [];
    while (request.response === 'memory') memory.push(Array.from({ length: 100_000 }, Math.random));
    return handlers.ground(request);
  },
});
