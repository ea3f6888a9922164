import type { PageTraceError } from '../../core/errors.ts';

/** What to do next, where the command line has other means than the editor; null where there is nothing to say. */
export function errorHint(error: PageTraceError): string | null {
  switch (error.reason) {
    case 'document-password-missing':
      return 'Give it with --password or in PAGETRACE_PASSWORD.';
    case 'document-password-wrong':
      return 'Check --password, or PAGETRACE_PASSWORD.';
    case 'server-unauthorized':
      return 'Give the key that the server was started with in PAGETRACE_API_KEY or with --api-key-file.';
    case 'model-unknown':
      return error.status === undefined
        ? (error.hint ?? null)
        : 'Choose another with --model; without it the first model of the server is used.';
    case 'offline-reader-failed':
      return 'Try again, or name a server with --server.';
    case 'python-unusable':
      return 'Name a Python of 3.8 or newer with --interpreter or in PAGETRACE_PYTHON.';
    case 'reward-unusable':
      return error.hint?.includes('pagetrace.userReward.environment') === true
        ? 'Set it in the environment that pagetrace runs in.'
        : // Standard error has what the function prints.
          (error.hint?.replace('in the output of the Python reward', 'above') ?? null);
    default:
      return error.hint ?? null;
  }
}
