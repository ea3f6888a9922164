import { t } from '@vscode/l10n';
import { displayLocale } from '../../core/displayLocale.ts';
import { oneLine } from '../../core/oneLine.ts';
import { textOr, type Block } from '../blocks.ts';
import { reportIds } from '../reportIds.ts';
import { trajectoryReport, type ExportOptions } from '../trajectoryReport.ts';
import { blockHtml } from './blockHtml.ts';
import { Figures } from './figures.ts';
import { attribute, textHtml } from './html.ts';
import type { DrawnPages } from './pages.ts';
import { STYLE, STYLE_HASH } from './style.ts';

/** What is exported as HTML. */
export interface HtmlExport extends Omit<ExportOptions, 'images'>, DrawnPages {}

/** The most characters of the title in a tab of the browser. */
const LONGEST_TITLE = 120;

/** Nothing is allowed but the pictures and the style that are in the report. */
const POLICY = `default-src 'none'; img-src data:; style-src 'sha256-${STYLE_HASH}'; base-uri 'none'; form-action 'none'`;

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
  const links = sections(rest, pages.length > 0);
  return `${[
    '<!doctype html>',
    `<html lang=${attribute(displayLocale())}>`,
    '<head>',
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${POLICY}">`,
    '<meta name="referrer" content="no-referrer">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${textHtml(oneLine(textOr(state.question, t('Trajectory without a question')), LONGEST_TITLE))}</title>`,
    `<style>${STYLE}</style>`,
    '</head>',
    '<body>',
    `<header>${title === undefined ? '' : blockHtml(title)}</header>`,
    `<nav aria-label=${attribute(t('Parts of the report'))}><ul>${links}</ul></nav>`,
    '<main>',
    ...rest.map(blockHtml),
    ...(pages.length > 0 ? [`<h2 id="pages">${textHtml(t('Pages'))}</h2>`, figures.html()] : []),
    ...notices.map((text) => blockHtml({ kind: 'notice', text })),
    '</main>',
    '</body>',
    '</html>',
  ].join('\n')}\n`;
}

/** Links to the main parts of the report. */
function sections(blocks: readonly Block[], hasPages: boolean): string {
  const parts = blocks.flatMap((block) =>
    block.kind === 'heading' && block.depth === 2 && block.id !== null
      ? [{ id: block.id, text: block.text }]
      : [],
  );
  return [...parts, ...(hasPages ? [{ id: 'pages', text: t('Pages') }] : [])]
    .map(({ id, text }) => `<li><a href=${attribute(`#${id}`)}>${textHtml(text)}</a></li>`)
    .join('');
}
