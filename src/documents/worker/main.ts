import { parentPort, workerData } from 'node:worker_threads';
import { config } from '@vscode/l10n';
import { fontFolders } from './fonts/fontFolders.ts';
import { createCallHandler } from './callHandler.ts';
import type { WorkerData } from './messages.ts';
import { serve } from './serve.ts';

if (!parentPort) throw new Error('The documents worker runs in a worker thread only.');
const port = parentPort;
config({ contents: (workerData as WorkerData).strings });
serve(
  port,
  createCallHandler({
    fonts: fontFolders,
    log: (line) => {
      port.postMessage({ kind: 'log', line });
    },
  }),
);
