/**
 * Everything that can go wrong for a person, as a closed list. Code decides by reason, never by message.
 */
export type ErrorReason =
  | 'bad-input'
  | 'cancelled'
  | 'document-damaged'
  | 'document-password-missing'
  | 'document-password-wrong'
  | 'document-too-large'
  | 'document-unsupported'
  | 'file-not-found'
  | 'file-unreadable'
  | 'file-unwritable'
  | 'page-out-of-range'
  | 'page-timeout'
  | 'page-failed'
  | 'server-unreachable'
  | 'server-unauthorized'
  | 'server-wrong-path'
  | 'server-loading'
  | 'server-dead'
  | 'server-refused'
  | 'server-failed'
  | 'model-unknown'
  | 'too-many-images'
  | 'prompt-too-long'
  | 'image-refused'
  | 'image-unreadable'
  | 'stream-cut'
  | 'stream-failed'
  | 'timeout'
  | 'ocr-failed'
  | 'offline-reader-failed'
  | 'untrusted'
  | 'front-matter-broken'
  | 'prompt-broken'
  | 'python-unusable'
  | 'reward-unusable'
  | 'reward-failed'
  | 'reward-timeout'
  | 'internal';

/** What a PageTraceError carries beside its reason and sentence. */
export interface ErrorDetails {
  /** What the person can do next, as a sentence. */
  readonly hint?: string;
  /** The words of the server or library that failed, kept as they were. */
  readonly said?: string;
  /** HTTP status, where a server answered. */
  readonly status?: number;
  readonly cause?: unknown;
}

/**
 * The one error type of the house, made where the fault is known. `message` is a sentence for the person;
 * the host shows it once with `hint` as what to do next.
 */
export class PageTraceError extends Error {
  override readonly name = 'PageTraceError';
  readonly reason: ErrorReason;
  readonly hint: string | undefined;
  readonly said: string | undefined;
  readonly status: number | undefined;

  constructor(reason: ErrorReason, message: string, details: ErrorDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.reason = reason;
    this.hint = details.hint;
    this.said = details.said;
    this.status = details.status;
  }
}

/** Whether `error` is a PageTraceError, also when it was made by another bundle's copy of the class. */
export function isPageTraceError(error: unknown): error is PageTraceError {
  return error instanceof Error && error.name === 'PageTraceError' && 'reason' in error;
}

/** `error` as a PageTraceError: itself, or wrapped as `internal` with its own message kept in `said`. */
export function asPageTraceError(error: unknown): PageTraceError {
  if (isPageTraceError(error)) return error;
  const said = error instanceof Error ? error.message : String(error);
  return new PageTraceError('internal', `Something went wrong inside PageTrace: ${said}`, {
    said,
    cause: error,
  });
}
