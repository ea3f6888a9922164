import { readCompositeSource } from '../../language/compositeSource.ts';
import { trajectoryHtml } from '../../reports/html/trajectoryHtml.ts';
import { trajectoryMarkdown } from '../../reports/trajectoryMarkdown.ts';
import type { CallHandlers } from '../../workers/serve.ts';
import type { ExportCalls } from '../calls.ts';

/** The functions of the worker that writes exports. */
export const exportHandlers: CallHandlers<ExportCalls> = {
  exportTrajectory: ({ composite: given, format, options }) => {
    const composite = given && readCompositeSource(given.name, given).profile;
    return format === 'html'
      ? trajectoryHtml({ ...options, composite })
      : trajectoryMarkdown({ ...options, composite });
  },
};
