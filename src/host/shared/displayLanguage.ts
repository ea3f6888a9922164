import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { setDisplayLocale } from '../../core/displayLocale.ts';

/**
 * Makes numbers and dates follow the display language, and t() where a language pack translates PageTrace. Every part of
 * the extension uses the `t` of @vscode/l10n, because most of them also run where there is no `vscode` module.
 */
export function useDisplayLanguage(): void {
  if (vscode.l10n.bundle !== undefined) l10n.config({ contents: vscode.l10n.bundle });
  setDisplayLocale(vscode.env.language);
}
