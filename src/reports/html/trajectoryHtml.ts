import { t } from '@vscode/l10n';
import { oneLine } from '../../core/oneLine.ts';
import { textOr, type Block } from '../blocks.ts';
import { reportIds } from '../reportIds.ts';
import { trajectoryReport, type ExportOptions } from '../trajectoryReport.ts';
import { blockHtml } from './blockHtml.ts';
import { Figures } from './figures.ts';
import { documentHtml, type DocumentPart } from './documentHtml.ts';
import { textHtml } from './html.ts';
import type { DrawnPages } from './pages.ts';

/** What is exported as HTML. */
export interface HtmlExport extends Omit<ExportOptions, 'images'>, DrawnPages {}

/** The most characters of the title in a tab of the browser. */
const LONGEST_TITLE = 120;

/**
 * A trajectory as an HTML document that needs no other file: its report, and the pages with the boxes of its claims.
 * Everything in it is text; it has no script, and its policy allows none.
 */
export function trajectoryHtml(options: HtmlExport): string {
  const { state, pages, notices } = options;
  const samples = options.samples.flatMap((index, position) => {
    const shown = options.groundings[position];
    if (shown?.kind !== 'grounded') return [];
    const prefix = options.samples.length === 1 ? '' : `#${index + 1} `;
    return [{ grounding: shown.grounding, ids: reportIds(index), prefix }];
  });
  const figures = new Figures(pages, samples);
  const blocks = trajectoryReport({ ...options, images: [] }, (claim, on) => {
    return figures.boxOf(claim) ?? (on === null ? null : figures.pageOf(on));
  });
  const [title, ...rest] = blocks;
  return documentHtml({
    title: oneLine(textOr(state.question, t('Trajectory without a question')), LONGEST_TITLE),
    header: title === undefined ? '' : blockHtml(title),
    parts: sections(rest, pages.length > 0),
    main: [
      ...rest.map(blockHtml),
      ...(pages.length > 0 ? [`<h2 id="pages">${textHtml(t('Pages'))}</h2>`, figures.html()] : []),
      ...notices.map((text) => blockHtml({ kind: 'notice', text })),
    ],
  });
}

/** The main parts of the report. */
function sections(blocks: readonly Block[], hasPages: boolean): readonly DocumentPart[] {
  const parts = blocks.flatMap((block) =>
    block.kind === 'heading' && block.depth === 2 && block.id !== null
      ? [{ id: block.id, text: block.text }]
      : [],
  );
  return [...parts, ...(hasPages ? [{ id: 'pages', text: t('Pages') }] : [])];
}
