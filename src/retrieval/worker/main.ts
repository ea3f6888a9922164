import { parentPort, workerData } from 'node:worker_threads';
import { config } from '@vscode/l10n';
import { setDisplayLocale } from '../../core/displayLocale.ts';
import { serveCalls } from '../../workers/serve.ts';
import type { RetrievalCalls, RetrievalWorkerData } from '../calls.ts';
import { retrievalHandlers } from './handlers.ts';

if (!parentPort) throw new Error('The retrieval worker runs in a worker thread only.');
const { folder, strings, locale } = workerData as RetrievalWorkerData;
config({ contents: { ...strings } });
setDisplayLocale(locale);
serveCalls<RetrievalCalls>(parentPort, retrievalHandlers(folder));
