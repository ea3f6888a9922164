import { t } from '@vscode/l10n';
import { chartSvg, PAPER_COLORS } from '../../core/charts/chartSvg.ts';
import { chartTable } from '../../core/charts/chartTable.ts';
import { chartSummary, chartTitle, shortNumber } from '../../core/charts/chartWords.ts';
import type { Chart } from '../../core/charts/model.ts';
import { questionOfPrompt } from '../../core/records/promptQuestion.ts';
import { oneLine } from '../../core/oneLine.ts';
import { heading, textOr, type Block } from '../blocks.ts';
import { reportIds } from '../reportIds.ts';
import { trajectoryReport, type ExportOptions } from '../trajectoryReport.ts';
import { blockHtml } from './blockHtml.ts';
import { documentHtml, type DocumentPart } from './documentHtml.ts';
import { Figures, type ReportedClaims } from './figures.ts';
import { textHtml } from './html.ts';
import type { DrawnPages } from './pages.ts';

/** A trajectory in the report of a run. */
export interface ReportedTrajectory extends Omit<ExportOptions, 'images' | 'samples'> {
  /** Where its record is, and what it is paid, in a few words. */
  readonly title: string;
}

/** A part of the report of a run, with a heading of its own. */
export interface RunPart {
  readonly id: string;
  readonly title: string;
  readonly blocks: readonly Block[];
}

/** What the report of a run shows. */
export interface RunHtml extends DrawnPages {
  readonly title: string;
  /** What the run holds. */
  readonly facts: readonly Block[];
  readonly charts: readonly Chart[];
  /** What else it teaches, such as its metrics and tools. */
  readonly parts: readonly RunPart[];
  /** Some of its trajectories, the worst first. */
  readonly trajectories: readonly ReportedTrajectory[];
}

/** The size of a chart, in CSS pixels. */
const CHART = { width: 560, height: 260 };

/** The most characters of a question in a heading. */
const LONGEST_TITLE = 90;

/** Headings of a trajectory are so much deeper here than in a report of its own. */
const DEEPER = 2;

/**
 * A run as an HTML document that needs no other file: its charts, each with its numbers, what else it teaches, and some
 * trajectories on their pages. Everything in it is text and pictures; it has no script, and its policy allows none.
 */
export function runHtml(run: RunHtml): string {
  const { title, facts, charts, parts, trajectories, pages, notices } = run;
  const claims = trajectories.flatMap(({ groundings: [shown] }, position): ReportedClaims[] =>
    shown?.kind === 'grounded'
      ? [{ grounding: shown.grounding, ids: reportIds(position), prefix: `#${position + 1} ` }]
      : [],
  );
  const figures = new Figures(pages, claims);
  const shown: readonly (DocumentPart & { readonly html: readonly string[] })[] = [
    {
      id: 'charts',
      text: t('Charts'),
      html: charts.length === 0 ? [] : ['<div class="charts">', ...charts.map(chartHtml), '</div>'],
    },
    ...parts.map(({ id, title: text, blocks }) => ({ id, text, html: blocks.map(blockHtml) })),
    {
      id: 'worst',
      text: t('Worst trajectories'),
      html: trajectories.flatMap((each, position) =>
        trajectoryBlocks(each, position, figures).map(blockHtml),
      ),
    },
    { id: 'pages', text: t('Pages'), html: pages.length === 0 ? [] : [figures.html()] },
  ].filter(({ html }) => html.length > 0);
  return documentHtml({
    title,
    header: blockHtml(heading(1, title)),
    parts: shown,
    main: [
      ...facts.map(blockHtml),
      ...shown.flatMap(({ id, text, html }) => [blockHtml(heading(2, text, id)), ...html]),
      ...notices.map((text) => blockHtml({ kind: 'notice', text })),
    ],
  });
}

/** A chart with its numbers behind it. */
function chartHtml(chart: Chart): string {
  const { head, rows } = chartTable(chart);
  const table: Block = {
    kind: 'table',
    caption: chartTitle(chart),
    head,
    numeric: head.map((_, column) => column).slice(1),
    rows: rows.map((cells) => ({
      id: null,
      cells: cells.map((cell) => [typeof cell === 'number' ? shortNumber(cell) : (cell ?? '')]),
    })),
  };
  const numbers = `<details><summary>${textHtml(t('Numbers'))}</summary>${blockHtml(table)}</details>`;
  return [
    '<figure class="chart">',
    chartSvg(chart, PAPER_COLORS, CHART).trim(),
    `<figcaption>${textHtml(chartSummary(chart))}</figcaption>`,
    ...(rows.length === 0 ? [] : [numbers]),
    '</figure>',
  ].join('\n');
}

function trajectoryBlocks(
  { title, ...options }: ReportedTrajectory,
  position: number,
  figures: Figures,
): readonly Block[] {
  const blocks = trajectoryReport(
    { ...options, samples: [0], images: [] },
    (claim, on) => figures.boxOf(claim) ?? (on === null ? null : figures.pageOf(on)),
    () => reportIds(position),
  );
  // Records have whole prompts, with the marks of a chat.
  const asked = questionOfPrompt(options.state.question ?? '');
  const question = oneLine(textOr(asked, t('Trajectory without a question')), LONGEST_TITLE);
  return [
    heading(3, `#${position + 1} ${question}`),
    { kind: 'paragraph', content: [title] },
    ...blocks.slice(1).map((block) => ofTrajectory(block, position)),
  ];
}

/**
 * A part of a trajectory as one of several: a heading is deeper, and a table says whose it is. The heading of the page
 * images, which every trajectory has, is no place to link to.
 */
function ofTrajectory(block: Block, position: number): Block {
  switch (block.kind) {
    case 'heading':
      return { ...block, depth: block.depth + DEEPER, id: block.id === 'images' ? null : block.id };
    case 'table':
      return { ...block, caption: `#${position + 1}: ${block.caption}` };
    default:
      return block;
  }
}
