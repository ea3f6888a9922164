import { expect, it } from 'vitest';
import type { ExportRequest } from '../../../src/languageWorker/calls.ts';
import { exportInWorker, type ExportInWorkerOptions } from '../../../src/languageWorker/exportInWorker.ts';
import { trajectoryHtml } from '../../../src/reports/html/trajectoryHtml.ts';
import { htmlExport } from '../../support/exportedTrajectory.ts';
import { EXPORT_WORKER } from '../../support/files.ts';

const request: ExportRequest = { format: 'html', composite: null, options: htmlExport() };
const write = (change: Partial<ExportInWorkerOptions> = {}): Promise<string> =>
  exportInWorker(request, { url: EXPORT_WORKER, strings: {}, locale: 'en', ...change });

it('the worker writes the same export as this thread', async () => {
  expect(await write()).toBe(trajectoryHtml(htmlExport()));
});

it('an export that takes too long, or is canceled, ends with one sentence', async () => {
  await expect(write({ limits: { deadline: 0 } })).rejects.toMatchObject({
    reason: 'timeout',
    message: 'PageTrace needs more than 0 s to write this export, so it was stopped.',
  });
  await expect(write({ signal: AbortSignal.abort() })).rejects.toMatchObject({ reason: 'cancelled' });
});
