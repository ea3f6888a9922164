import { config } from '@vscode/l10n';
import { setDisplayLocale } from '../../src/core/displayLocale.ts';
import { STRINGS_BLOCK } from '../../src/protocol/stringsBlock.ts';

/**
 * Makes t(), numbers and dates follow the language of the HTML, with the strings that the extension put into it.
 */
export function useDisplayLanguage(): void {
  config({ contents: document.getElementById(STRINGS_BLOCK)?.textContent ?? '{}' });
  setDisplayLocale(document.documentElement.lang || 'en');
}
