import { t } from '@vscode/l10n';
/** The message about a file that cannot be opened, and what to do about it. */
export interface Unreadable {
  readonly message: string;
  readonly hint: string;
}

/** The message for an empty file, and what to do next. */
export function emptyFile(name: string): Unreadable {
  return {
    message: t('{0} is empty.', name),
    hint: t('If it is being written right now, open it when that is finished.'),
  };
}

/**
 * The message for a damaged PDF, and what to do next. The viewer and the question use the same text.
 * @param begins whether it begins as a PDF does
 */
export function damagedPdf(name: string, begins: boolean): Unreadable {
  return begins
    ? {
        message: t('{0} is damaged: no pages were found in it.', name),
        hint: t(
          'Download or create the file again. If it is being written right now, open it when that is finished.',
        ),
      }
    : {
        message: t('{0} is damaged: it does not begin like a PDF.', name),
        hint: t('Download or create the file again.'),
      };
}

/** How many bytes from the beginning may precede the end of a PDF's header, according to the PDF reference's notes. */
export const PDF_HEADER_WITHIN = 1024;

/** Whether the first PDF_HEADER_WITHIN bytes of a file contain a PDF's header. */
export function beginsAsPdf(head: Uint8Array): boolean {
  return String.fromCharCode(...head.subarray(0, PDF_HEADER_WITHIN)).includes('%PDF-');
}
