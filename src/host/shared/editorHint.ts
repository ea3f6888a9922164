import { provideModules, type PageTraceError, type Remedy } from '../../core/errors.ts';

/** What to do next about an error, worded for the editor if the error has a remedy; null if there is nothing to say. */
export function editorHint({ hint, remedy }: PageTraceError): string | null {
  return remedy === undefined ? (hint ?? null) : wordRemedy(remedy);
}

/** The message of an error, and what to do next. */
export function sentenceWithHint(error: PageTraceError): string {
  const hint = editorHint(error);
  return hint === null ? error.message : `${error.message} ${hint}`;
}

function wordRemedy(remedy: Remedy): string {
  switch (remedy.kind) {
    case 'give-api-key':
      return `Store the key that the server was started with for ${remedy.origin}: “PageTrace: Set API Key”.`;
    case 'keep-api-key-apart':
      return 'Leave them out; a key is stored with “PageTrace: Set API Key”.';
    case 'choose-model':
      return 'Choose one of its models with “PageTrace: Connect to Server”.';
    case 'name-model':
      return 'Start the server with a model, or name one in its entry in the settings.';
    case 'unpack':
      return `Unpack it with ${remedy.packing === 'gzip' ? 'gunzip' : 'zstd -d'}, and open the unpacked file.`;
    case 'name-python':
      return remedy.isFound
        ? 'Name a newer interpreter with the setting pagetrace.userReward.python.'
        : 'Install Python 3.8 or newer, or name its path with the setting pagetrace.userReward.python.';
    case 'set-variables':
      return `Give ${remedy.variables.length > 1 ? 'them' : 'it'} with the setting pagetrace.userReward.environment, or a secret with PageTrace: Set Secret of Python Reward.`;
    case 'raise-time-limit':
      return 'Raise the limit (pagetrace.userReward.timeLimitSeconds) if it needs more time.';
    case 'name-working-folder':
      return 'Set pagetrace.userReward.workingDirectory to the folder in which the trainer is started.';
    case 'read-python-output':
      return remedy.holds === 'traceback'
        ? 'The output of the Python reward contains the traceback.'
        : 'The output of the Python reward may say why.';
    case 'provide-modules':
      return provideModules(
        remedy,
        'Set pagetrace.userReward.workingDirectory to that folder, or open it as the workspace folder.',
      );
  }
}
