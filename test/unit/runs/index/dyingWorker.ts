// A thread that scores rows as the real one does, but ends when it gets the row of line 3.
import { parentPort, threadId } from 'node:worker_threads';
import process from 'node:process';
import { serveScoring } from '../../../../src/runs/worker/serveScoring.ts';

if (!parentPort) throw new Error(`Thread ${threadId} is no worker.`);
parentPort.on('message', ({ request }: { readonly request?: { readonly lines?: Uint32Array } }) => {
  if (request?.lines?.includes(3)) process.exit(1);
});
serveScoring(parentPort, { scoringNiceness: 0 });
