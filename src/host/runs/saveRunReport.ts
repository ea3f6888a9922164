import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { shortNumber } from '../../core/charts/chartWords.ts';
import { wholeNumber } from '../../core/displayLocale.ts';
import { fileNameOf } from '../../core/fileNameOf.ts';
import type { PageReference } from '../../core/grounding/model.ts';
import type { RunMetrics } from '../../core/runMetrics/model.ts';
import { chartsOfRun } from '../../protocol/chartsOfRun.ts';
import type { RunState } from '../../protocol/run.ts';
import { drawReportPages, pagesToShow } from '../../reports/html/pages.ts';
import type { RunExport } from '../../languageWorker/calls.ts';
import { groundSample } from '../inspector/exportTrajectory.ts';
import type { InspectorSource } from '../inspector/inspectorSource.ts';
import type { InspectorServices } from '../inspector/registerInspector.ts';
import { writeWholeFile } from '../shared/files.ts';
import { showInformation, showProgress } from '../shared/workbench.ts';
import { shownAlerts } from './runAlerts.ts';
import { showRunSample } from './openRunSample.ts';
import type { RunSession } from './runSession.ts';

/** How many trajectories a report shows. */
const WORST = 10;

/** The metrics of a report: over all samples, with intervals as they are everywhere by default. */
const METRICS = { by: [], seed: 0, rounds: 1000 };

/** Milliseconds before metrics are asked for again that have not come further. */
const PAUSE = 300;

type ReportServices = Pick<InspectorServices, 'sourceDeps' | 'exportTrajectory' | 'drawReportPage'>;

/** Writes what the filter leaves of a run into one HTML file, with its worst trajectories, where the person says. */
export async function saveRunReport(session: RunSession, services: ReportServices): Promise<void> {
  const state = session.state();
  const { folder } = session;
  const target = await vscode.window.showSaveDialog({
    title: t('Save Report'),
    ...(folder === undefined
      ? {}
      : { defaultUri: vscode.Uri.joinPath(folder, `${fileNameOf(state.name, 'run')}.html`) }),
    filters: { HTML: ['html', 'htm'] },
  });
  if (target === undefined) return;
  const isWritten = await showProgress(t('Writing the report of {0}', state.name), async (report, token) => {
    const stopping = new AbortController();
    token.onCancellationRequested(() => {
      stopping.abort();
    });
    try {
      const options = await collectReport(session, state, services, { signal: stopping.signal, report });
      const html = await services.exportTrajectory(
        { format: 'run', composite: null, options },
        stopping.signal,
      );
      await writeWholeFile(target, html);
      return true;
    } catch (error) {
      if (stopping.signal.aborted) return false;
      throw error;
    }
  });
  if (!isWritten) return;
  const open = t('Open in Browser');
  const name = path.posix.basename(target.path);
  const chosen = await showInformation(t('The report was saved as {0}.', name), open);
  if (chosen === open) await vscode.env.openExternal(target);
}

interface Collecting {
  readonly signal: AbortSignal;
  readonly report: (message: string) => void;
}

async function collectReport(
  session: RunSession,
  state: RunState,
  services: ReportServices,
  { signal, report }: Collecting,
): Promise<RunExport> {
  const { compared, name: profile } = state.profile;
  const { charts } = await session.index.charts(chartsOfRun(state), signal);
  // A report of what a filter leaves has no alerts: these are about the whole run.
  const alerts = state.view.filter.trim() === '' ? await shownAlerts(session, signal) : [];
  const tools = await session.index.toolPool(signal);
  const metrics = await measure(session, { signal, report });
  const worst = await session.index.worst(WORST);
  const trajectories: RunExport['trajectories'][number][] = [];
  const wanted: PageReference[] = [];
  /** The sources that name each document. */
  const sources = new Map<string, InspectorSource>();
  const opened: InspectorSource[] = [];
  try {
    for (const [position, { row, paid }] of worst.entries()) {
      signal.throwIfAborted();
      report(t('Trajectory {0} of {1}', wholeNumber(position + 1), wholeNumber(worst.length)));
      const found = await session.sample(row);
      if ('problem' in found) continue;
      const { place, sample } = found;
      const source = await showRunSample({ place, sample, fields: session.assignments }, services.sourceDeps);
      opened.push(source);
      const shown = await groundSample(source, 0, signal);
      const where = place.line === null ? place.file : `${path.basename(place.file)}:${place.line}`;
      trajectories.push({
        title: `${where}: ${compared === 'reward' ? t('reward {0}', shortNumber(paid)) : t('score {0}', shortNumber(paid))}`,
        state: source.state(),
        prompt: null,
        groundings: [shown],
      });
      const { images, documents } = source.sample(0)?.info ?? { images: [], documents: [] };
      const sent = images.flatMap(({ document, page }) => {
        const file = documents[document]?.path;
        return file === undefined ? [] : [{ document: file, page }];
      });
      for (const page of pagesToShow(sent, shown.kind === 'grounded' ? [shown.grounding] : [])) {
        wanted.push(page);
        if (!sources.has(page.document)) sources.set(page.document, source);
      }
    }
    const pages = await drawReportPages(pagesToShow(wanted, []), {
      draw: async ({ document, page }) => {
        const source = sources.get(document);
        if (source === undefined) throw new RangeError('No trajectory names this document.');
        return services.drawReportPage(await source.locate(document), page);
      },
      progress: (page, count) => {
        signal.throwIfAborted();
        report(t('Page {0} of {1}', wholeNumber(page), wholeNumber(count)));
      },
    });
    const { files, records, samples, failed, broken } = state.counts;
    return {
      title: state.name,
      facts: {
        records: { files, records, failed, broken: { all: broken } },
        samples,
        kept: state.view.matched,
        where: state.view.filter === '' ? null : state.view.filter,
        profile,
      },
      charts,
      alerts,
      metrics,
      tools,
      trajectories,
      ...pages,
    };
  } finally {
    for (const source of opened) source.dispose();
  }
}

/** The metrics of the samples, which are read again for them. */
async function measure(session: RunSession, { signal, report }: Collecting): Promise<RunMetrics> {
  let before = -1;
  for (;;) {
    const { metrics, measured, of } = await session.index.metrics(METRICS, signal);
    if (metrics !== null) return metrics;
    signal.throwIfAborted();
    report(t('Reading {0} of {1} samples', wholeNumber(measured), wholeNumber(of)));
    if (measured === before) await delay(PAUSE, null, { signal });
    before = measured;
  }
}
