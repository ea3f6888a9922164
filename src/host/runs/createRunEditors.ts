import type { DocumentServices } from '../document/registerDocuments.ts';
import type { InspectorServices } from '../inspector/registerInspector.ts';
import type { RewardServices } from '../rewards/registerRewards.ts';
import type { Services } from '../shared/services.ts';
import { verdictsFile } from '../shared/verdictsFile.ts';
import { RunEditors } from './runEditor.ts';
import { RunMemory } from './runMemory.ts';
import { RunPanels } from './runPanels.ts';
import { compareRows, showRow, showSideBySide } from './showRow.ts';

export interface RunPartDeps {
  readonly inspector: Pick<
    InspectorServices,
    'inspectors' | 'comparisons' | 'sourceDeps' | 'exportTrajectory' | 'drawReportPage'
  >;
  readonly documents: Pick<DocumentServices, 'library'>;
  readonly rewards: Pick<RewardServices, 'compositeFiles' | 'python' | 'canScoreWithPython'>;
}

/**
 * Creates the views of runs.
 * @param cache the folder for what is kept of runs
 */
export function createRunEditors(
  { context, error, files, language }: Services,
  { inspector, documents: { library }, rewards }: RunPartDeps,
  cache: string,
): RunEditors {
  const { extensionUri, globalState, workspaceState, subscriptions } = context;
  const { inspectors, comparisons, sourceDeps } = inspector;
  const panels = new RunPanels({
    extensionUri,
    cache,
    verdicts: verdictsFile(context),
    memory: new RunMemory(globalState, workspaceState),
    error,
    pages: { extensionUri, library, permitFile: files.permit },
    writeTools: async (name, request) =>
      (await language.worker()).render(name, request, { request: () => request }),
    compare: (samples, fields) => compareRows(samples, fields, { comparisons, sourceDeps }),
    saveReport: async (session) => (await import('./saveRunReport.ts')).saveRunReport(session, inspector),
    exportTraining: async (session) =>
      (await import('./exportForTraining.ts')).exportForTraining(session, extensionUri),
    show: (sample, fields, isKept, group) =>
      showRow(sample, fields, isKept, group, { inspectors, sourceDeps }),
    trials: {
      composites: rewards.compositeFiles,
      python: rewards.python,
      canScoreWithPython: rewards.canScoreWithPython,
    },
    compareRuns: (rows) => showSideBySide(rows, { comparisons, sourceDeps }),
  });
  const editors = new RunEditors(extensionUri, panels);
  subscriptions.push(editors);
  return editors;
}
