import { t } from '@vscode/l10n';
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

/**
 * What would fix an error, if a face has its own means for that: an option of the command line, or a command or setting
 * of the editor. Each face words it; `hint` says the same without naming a means.
 */
export type Remedy =
  | { readonly kind: 'give-api-key'; readonly origin: string }
  /** The address of a server contains a key, which belongs elsewhere. */
  | { readonly kind: 'keep-api-key-apart' }
  | { readonly kind: 'choose-model' }
  /** The server reports no probabilities of tokens, or at most so many alternatives of each. */
  | { readonly kind: 'fewer-alternatives'; readonly most: number | null }
  /** The server lists no model, and none is named. */
  | { readonly kind: 'name-model' }
  /** A text has nothing that shows it to be a trajectory. */
  | { readonly kind: 'say-trajectory' }
  /** Python 3.8 or newer; `isFound` if an interpreter exists but is too old. */
  | { readonly kind: 'name-python'; readonly isFound: boolean }
  /** The environment variables that a Python reward needs. */
  | { readonly kind: 'set-variables'; readonly variables: readonly string[] }
  | { readonly kind: 'raise-time-limit' }
  /** The folder in which a trainer is started, which the paths of its configuration are relative to. */
  | { readonly kind: 'name-working-folder' }
  /** Modules that a Python reward imports and that are not there. */
  | {
      readonly kind: 'provide-modules';
      /** Modules that a folder of the person holds, which is not the working directory. */
      readonly found: readonly { readonly module: string; readonly folder: string }[];
      /** Modules that are missing in a package that is there. */
      readonly parts: readonly string[];
      /** Modules that a project has, such as the trainer's repository, and that are not to be installed. */
      readonly ofProject: readonly string[];
      /** The command that installs the others; null if there are none. */
      readonly install: string | null;
    }
  /** What a Python reward printed: the traceback, or the last lines before it ended. */
  | { readonly kind: 'read-python-output'; readonly holds: 'traceback' | 'last-words' };

/**
 * What to do about modules that are missing.
 * @param changeFolder how to change the working directory to the folder that was just named, as a sentence
 */
export function provideModules(
  { found, parts, ofProject, install }: Extract<Remedy, { kind: 'provide-modules' }>,
  changeFolder: string,
): string {
  return [
    ...found.map(({ module, folder }) => t('{0} is in {1}. {2}', module, folder, changeFolder)),
    ...(parts.length === 0
      ? []
      : [
          t(
            '{0} is missing in the package that Python finds: use another version of it, or check whether a folder of the same name hides it.',
            parts.join(', '),
          ),
        ]),
    ...(ofProject.length === 0
      ? []
      : [
          t(
            '{0} looks like a part of a project, such as the trainer’s repository. {1}',
            ofProject.join(', '),
            changeFolder,
          ),
        ]),
    ...(install === null
      ? []
      : [t('Install what is missing ({0}), or choose an interpreter that has it.', install)]),
  ].join(' ');
}

/** The details of a PageTraceError, in addition to its reason and sentence. */
export interface ErrorDetails {
  /** What the person can do next, as a sentence that is true in every face. */
  readonly hint?: string | undefined;
  /** The same as data, which faces word themselves. */
  readonly remedy?: Remedy | undefined;
  /** The words of the server or library that failed, kept as they were. */
  readonly said?: string | undefined;
  /** The HTTP status, if a server answered. */
  readonly status?: number | undefined;
  /** Milliseconds after which the server wants to be asked again, if it says so. */
  readonly retryAfter?: number | undefined;
  readonly cause?: unknown;
}

/**
 * The only error type of PageTrace, created where the fault is known. `message` is a sentence for the person;
 * each face shows it once, with what to do next: `remedy` in its own words, or `hint`.
 */
export class PageTraceError extends Error {
  override readonly name = 'PageTraceError';
  readonly reason: ErrorReason;
  readonly hint: string | undefined;
  readonly remedy: Remedy | undefined;
  readonly said: string | undefined;
  readonly status: number | undefined;
  readonly retryAfter: number | undefined;

  constructor(reason: ErrorReason, message: string, details: ErrorDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.reason = reason;
    this.hint = details.hint;
    this.remedy = details.remedy;
    this.said = details.said;
    this.status = details.status;
    this.retryAfter = details.retryAfter;
  }
}

/** Whether `error` is a PageTraceError, even if another bundle's copy of the class created it. */
export function isPageTraceError(error: unknown): error is PageTraceError {
  return error instanceof Error && error.name === 'PageTraceError' && 'reason' in error;
}

/** `error` as a PageTraceError: unchanged, or wrapped as `internal` with its own message in `said`. */
export function asPageTraceError(error: unknown): PageTraceError {
  if (isPageTraceError(error)) return error;
  const said = error instanceof Error ? error.message : String(error);
  return new PageTraceError('internal', t('Something went wrong inside PageTrace: {0}', said), {
    said,
    cause: error,
  });
}
