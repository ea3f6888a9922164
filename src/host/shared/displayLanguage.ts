import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { setDisplayLocale } from '../../core/displayLocale.ts';

/** The language of the strings: the display language where PageTrace is translated into it, otherwise English. */
export function stringsLanguage(): string {
  return vscode.l10n.bundle === undefined ? 'en' : vscode.env.language;
}

/**
 * Makes t(), numbers and dates follow the display language where PageTrace is translated into it. Every part of the
 * extension uses the `t` of @vscode/l10n, because most of them also run where there is no `vscode` module.
 */
export function useDisplayLanguage(): void {
  if (vscode.l10n.bundle !== undefined) l10n.config({ contents: vscode.l10n.bundle });
  setDisplayLocale(stringsLanguage());
}
