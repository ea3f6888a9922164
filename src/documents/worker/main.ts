import { parentPort } from 'node:worker_threads';
import { fontFolders } from './fontFolders.ts';
import { createDocumentRoom } from './room.ts';
import { serve } from './serve.ts';

if (!parentPort) throw new Error('The documents worker runs in a worker thread only.');
const port = parentPort;
serve(
  port,
  createDocumentRoom({
    fonts: fontFolders,
    log: (line) => {
      port.postMessage({ kind: 'log', line });
    },
  }),
);
