import { parentPort } from 'node:worker_threads';
import { fontFolders } from './fonts/fontFolders.ts';
import { createCallHandler } from './callHandler.ts';
import { serve } from './serve.ts';

if (!parentPort) throw new Error('The documents worker runs in a worker thread only.');
const port = parentPort;
serve(
  port,
  createCallHandler({
    fonts: fontFolders,
    log: (line) => {
      port.postMessage({ kind: 'log', line });
    },
  }),
);
