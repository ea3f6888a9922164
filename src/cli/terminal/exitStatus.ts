import type { PageTraceError } from '../../core/errors.ts';

/** Exit status if a document, or one of its pages, cannot be used. */
export const DOCUMENT_UNUSABLE = 3;

/** Exit status if there is no answer because of the server. */
export const SERVER_UNUSABLE = 4;

/** Exit status for a failure, so that scripts can tell what to do. */
export function exitStatus(error: PageTraceError): number {
  switch (error.reason) {
    case 'bad-input':
    case 'prompt-broken':
    case 'front-matter-broken':
    case 'python-unusable':
    case 'reward-unusable':
      return 2;
    case 'document-damaged':
    case 'document-password-missing':
    case 'document-password-wrong':
    case 'document-too-large':
    case 'document-unsupported':
    case 'file-not-found':
    case 'file-unreadable':
    case 'page-out-of-range':
    case 'page-timeout':
    case 'page-failed':
      return DOCUMENT_UNUSABLE;
    case 'server-unreachable':
    case 'server-unauthorized':
    case 'server-wrong-path':
    case 'server-loading':
    case 'server-dead':
    case 'server-refused':
    case 'server-failed':
    case 'model-unknown':
    case 'too-many-images':
    case 'prompt-too-long':
    case 'image-refused':
    case 'timeout':
    case 'offline-reader-failed':
      return SERVER_UNUSABLE;
    case 'stream-cut':
    case 'stream-failed':
      return 5;
    case 'cancelled':
      return 130;
    default:
      return 1;
  }
}
