import { metricsReport } from '../../core/runMetrics/format/metricsReport.ts';
import { readCompositeSource } from '../../language/compositeSource.ts';
import { runHtml } from '../../reports/html/runHtml.ts';
import { trajectoryHtml } from '../../reports/html/trajectoryHtml.ts';
import { alertsPart, metricsPart, runFacts, toolsPart } from '../../reports/runParts.ts';
import { trajectoryMarkdown } from '../../reports/trajectoryMarkdown.ts';
import type { CallHandlers } from '../../workers/serve.ts';
import type { ExportCalls } from '../calls.ts';

/** The functions of the worker that writes exports. */
export const exportHandlers: CallHandlers<ExportCalls> = {
  exportTrajectory: ({ composite: given, format, options }) => {
    const composite = given && readCompositeSource(given.name, given).profile;
    switch (format) {
      case 'html':
        return trajectoryHtml({ ...options, composite });
      case 'markdown':
        return trajectoryMarkdown({ ...options, composite });
      case 'run': {
        const { facts, alerts, metrics, tools, trajectories, ...run } = options;
        return runHtml({
          ...run,
          facts: runFacts(facts),
          parts: [...alertsPart(alerts), ...metricsPart(metricsReport(metrics)), ...toolsPart(tools)],
          trajectories: trajectories.map((each) => ({ ...each, composite })),
        });
      }
    }
  },
};
