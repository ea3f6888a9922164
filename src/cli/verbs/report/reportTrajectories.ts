import { shortNumber } from '../../../core/charts/chartWords.ts';
import type { PageReference } from '../../../core/grounding/model.ts';
import type { WorstSample } from '../../../core/summary/worstSamples.ts';
import { drawReportPages, pagesToShow, type DrawnPages } from '../../../reports/html/pages.ts';
import type { ReportedTrajectory } from '../../../reports/html/runHtml.ts';
import type { ProfileChoice } from '../../../runs/choosing/profileChoice.ts';
import type { ScoredSample } from '../../../runs/scoring/scorer.ts';
import { groundForReport, shownGrounding } from '../../grounding/groundForReport.ts';
import type { SampleGrounder } from '../../grounding/groundSample.ts';
import { placeName } from '../../terminal/problems.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { exportedState } from '../export/exportedState.ts';

/** How trajectories are reported. */
export interface TrajectoryReporting {
  readonly grounder: SampleGrounder;
  /** Null if no profile scores. */
  readonly choice: ProfileChoice | null;
  /** What they are paid: `reward` or `score`. */
  readonly compared: string;
  readonly signal: AbortSignal;
  readonly terminal: Terminal;
}

/**
 * Trajectories for the report of a run, with their claims, and the pages that they speak of, each once.
 * @throws PageTraceError `cancelled`
 */
export async function reportTrajectories(
  worst: readonly WorstSample<ScoredSample>[],
  { grounder, choice, compared, signal, terminal }: TrajectoryReporting,
): Promise<DrawnPages & { readonly trajectories: readonly ReportedTrajectory[] }> {
  const trajectories: ReportedTrajectory[] = [];
  const wanted: PageReference[] = [];
  /** A sample that names each document. */
  const namedBy = new Map<string, ScoredSample>();
  for (const [position, { item, paid }] of worst.entries()) {
    terminal.count(`Trajectory ${position + 1} of ${worst.length}`);
    const grounded = await groundForReport(item, grounder, signal, 'report');
    const documents = await grounder.documentsOf(item);
    trajectories.push({
      title: `${placeName(item.place)}: ${compared} ${shortNumber(paid)}`,
      state: exportedState(item, documents, 'fault' in grounded ? null : grounded, null),
      prompt: item.info?.prompt ?? null,
      composite: choice?.of(item.place.file, item.sample) ?? null,
      groundings: [shownGrounding(grounded)],
    });
    if ('fault' in grounded) continue;
    for (const page of pagesToShow(grounded.images, [grounded.grounding])) {
      wanted.push(page);
      if (!namedBy.has(page.document)) namedBy.set(page.document, item);
    }
  }
  const pages = await drawReportPages(pagesToShow(wanted, []), {
    draw: (page) => {
      const item = namedBy.get(page.document);
      if (item === undefined) throw new RangeError('No trajectory names this document.');
      return grounder.drawPage(item, page, signal);
    },
    progress: (page, count) => {
      terminal.count(`Page ${page} of ${count}`);
    },
  });
  return { trajectories, ...pages };
}
