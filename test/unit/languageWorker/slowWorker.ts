import { parentPort } from 'node:worker_threads';
import { languageHandlers } from '../../../src/languageWorker/worker/handlers.ts';
import type { LanguageCalls } from '../../../src/languageWorker/calls.ts';
import { serveCalls } from '../../../src/workers/serve.ts';

if (!parentPort) throw new Error('The slow worker runs in a worker thread only.');
const handlers = languageHandlers();

/** The language worker, which never answers requests for a document called `hang`. */
serveCalls<LanguageCalls>(parentPort, {
  ...handlers,
  feature: (request) => {
    if (request.source.uri === 'hang') for (;;);
    return handlers.feature(request);
  },
});
