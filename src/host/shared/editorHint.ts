import { t } from '@vscode/l10n';
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
      return t(
        'Store the key that the server was started with for {0}: “PageTrace: Set API Key”.',
        remedy.origin,
      );
    case 'keep-api-key-apart':
      return t('Leave them out, and store a key with “PageTrace: Set API Key”.');
    case 'choose-model':
      return t('Choose one of its models with “PageTrace: Connect to Server”.');
    case 'fewer-alternatives':
      return remedy.most === null || remedy.most < 1
        ? t('Set pagetrace.tokenProbabilities to 0, and ask again.')
        : t('Set pagetrace.tokenProbabilities to at most {0}, and ask again.', remedy.most);
    case 'name-model':
      return t('Start the server with a model, or name one in its entry in the settings.');
    case 'say-trajectory':
      return t('Save it with the extension .trajectory if it is a trajectory.');
    case 'name-python':
      return remedy.isFound
        ? t('Name a newer interpreter with the setting pagetrace.userReward.python.')
        : t('Install Python 3.8 or newer, or name its path with the setting pagetrace.userReward.python.');
    case 'set-variables':
      return remedy.variables.length > 1
        ? t(
            'Set them with the setting pagetrace.userReward.environment, or store secrets with “PageTrace: Set Secret of Python Reward”.',
          )
        : t(
            'Set it with the setting pagetrace.userReward.environment, or store a secret with “PageTrace: Set Secret of Python Reward”.',
          );
    case 'raise-time-limit':
      return t('Raise the limit (pagetrace.userReward.timeLimitSeconds) if it needs more time.');
    case 'name-working-folder':
      return t('Set pagetrace.userReward.workingDirectory to the folder in which the trainer is started.');
    case 'read-python-output':
      return remedy.holds === 'traceback'
        ? t('The output of the Python reward contains the traceback.')
        : t('The output of the Python reward may say why.');
    case 'provide-modules':
      return provideModules(
        remedy,
        t('Set pagetrace.userReward.workingDirectory to that folder, or open it as the workspace folder.'),
      );
  }
}
