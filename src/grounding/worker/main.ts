import { parentPort, workerData } from 'node:worker_threads';
import { config } from '@vscode/l10n';
import { setDisplayLocale } from '../../core/displayLocale.ts';
import { serveCalls } from '../../workers/serve.ts';
import type { GroundingCalls, GroundingWorkerData } from '../calls.ts';
import { groundingHandlers } from './handlers.ts';

if (!parentPort) throw new Error('The grounding worker runs in a worker thread only.');
const { strings, locale } = workerData as GroundingWorkerData;
config({ contents: { ...strings } });
setDisplayLocale(locale);
serveCalls<GroundingCalls>(parentPort, groundingHandlers());
