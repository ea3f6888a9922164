import { provideModules, type PageTraceError, type Remedy } from '../../core/errors.ts';
import { UsageError } from '../arguments/usageError.ts';

/**
 * The hint for an error, reworded if the command line offers another solution than the editor; null if there is none.
 * @param command the command whose arguments are wrong and that has its own help; null for the general help
 */
export function errorHint(error: PageTraceError, command: string | null = null): string | null {
  if (error instanceof UsageError) {
    const help = `See pagetrace ${command === null ? '' : `${command} `}--help.`;
    return error.hint === undefined ? help : `${error.hint} ${help}`;
  }
  if (error.remedy !== undefined) return wordRemedy(error.remedy);
  switch (error.reason) {
    case 'document-password-missing':
      return 'Give it with --password or in PAGETRACE_PASSWORD.';
    case 'document-password-wrong':
      return 'Check --password, or PAGETRACE_PASSWORD.';
    case 'offline-reader-failed':
      return 'Try again, or name a server with --server.';
    default:
      return error.hint ?? null;
  }
}

function wordRemedy(remedy: Remedy): string {
  switch (remedy.kind) {
    case 'give-api-key':
      return 'Give the key that the server was started with in PAGETRACE_API_KEY or with --api-key-file.';
    case 'keep-api-key-apart':
      return 'Leave them out; a key is given in PAGETRACE_API_KEY or with --api-key-file.';
    case 'choose-model':
      return 'Choose another with --model; without it the first model of the server is used.';
    case 'fewer-alternatives':
      return remedy.most === null || remedy.most < 1
        ? 'Ask again without --logprobs.'
        : `Ask again with --logprobs ${remedy.most} or less.`;
    case 'name-model':
      return 'Start the server with a model, or name one with --model.';
    case 'say-trajectory':
      return 'Write --input trajectory if it is a trajectory, or --input records if it is none.';
    case 'name-python':
      return 'Name a Python of 3.8 or newer with --interpreter or in PAGETRACE_PYTHON.';
    case 'set-variables':
      return `Set ${remedy.variables.length > 1 ? 'them' : 'it'} in the environment that pagetrace runs in.`;
    case 'raise-time-limit':
      return 'Raise the limit with --time-limit if it needs more time.';
    case 'name-working-folder':
      return 'Run pagetrace in the folder in which the trainer is started, or name that folder with --cwd.';
    case 'read-python-output':
      // Standard error has the output of the function.
      return remedy.holds === 'traceback'
        ? 'The traceback is printed above.'
        : 'Its last output is printed above.';
    case 'provide-modules':
      return provideModules(remedy, 'Run pagetrace in that folder, or name it with --cwd.');
  }
}
