import { t } from '@vscode/l10n';
/** Where the offline reader gets the text of a page from. */
export type ReadFrom = 'text-layer' | 'ocr';

/** As a person meets it. */
export const READ_FROM_NAMES: Readonly<Record<ReadFrom, string>> = {
  get 'text-layer'() {
    return t('text layer');
  },
  ocr: 'OCR',
};
