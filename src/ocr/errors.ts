import { t } from '@vscode/l10n';
import { PageTraceError } from '../core/errors.ts';

/** The error of a recognition that failed although the image may be readable. */
export function recognitionError(said: string): PageTraceError {
  return new PageTraceError('ocr-failed', t('The text of a page image could not be recognized.'), {
    hint: t('Try again. If it fails again, choose fewer pages.'),
    said,
  });
}

/** The error of bytes that are not an image. */
export function unreadableImageError(said: string): PageTraceError {
  return new PageTraceError('image-unreadable', t('A page image could not be decoded.'), {
    hint: t('Use PNG, JPEG or WebP images.'),
    said,
  });
}
