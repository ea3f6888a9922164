import { visibleText } from './visibleText.ts';

/** An invisible character that ends what would be markup, and does not change how a text looks. */
export const WORD_JOINER = '\u2060';

/**
 * `text` as the workbench shows it in notifications, dialogs, trees, quick picks, inputs, titles and the status bar: it
 * looks the same there, has no icon (`$(name)`) and no link (`[label](command:...)`), and hides nothing.
 */
export function plainText(text: string): string {
  return visibleText(text.replaceAll(/\r\n?/g, '\n'))
    .replaceAll('$(', `$${WORD_JOINER}(`)
    .replaceAll('](', `]${WORD_JOINER}(`);
}
