import { t } from '@vscode/l10n';
import { displayLocale } from '../../core/displayLocale.ts';
import { attribute, textHtml } from './html.ts';
import { STYLE, STYLE_HASH } from './style.ts';

/** Nothing is allowed but the pictures and the style that are in the report. */
const POLICY = `default-src 'none'; img-src data:; style-src 'sha256-${STYLE_HASH}'; base-uri 'none'; form-action 'none'`;

/** A main part of a report, which its beginning links to. */
export interface DocumentPart {
  readonly id: string;
  readonly text: string;
}

/** What a report consists of. */
export interface DocumentHtml {
  /** What the tab of the browser says. */
  readonly title: string;
  /** HTML. */
  readonly header: string;
  readonly parts: readonly DocumentPart[];
  /** Pieces of HTML. */
  readonly main: readonly string[];
}

/** An HTML document that needs no other file. It has no script, and its policy allows none. */
export function documentHtml({ title, header, parts, main }: DocumentHtml): string {
  const links = parts
    .map(({ id, text }) => `<li><a href=${attribute(`#${id}`)}>${textHtml(text)}</a></li>`)
    .join('');
  return `${[
    '<!doctype html>',
    `<html lang=${attribute(displayLocale())}>`,
    '<head>',
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${POLICY}">`,
    '<meta name="referrer" content="no-referrer">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${textHtml(title)}</title>`,
    `<style>${STYLE}</style>`,
    '</head>',
    '<body>',
    `<header>${header}</header>`,
    `<nav aria-label=${attribute(t('Parts of the report'))}><ul>${links}</ul></nav>`,
    '<main>',
    ...main,
    '</main>',
    '</body>',
    '</html>',
  ].join('\n')}\n`;
}
