import path from 'node:path';
import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { PageTraceError } from '../../core/errors.ts';
import { setting } from '../shared/settings.ts';

/** The part of the Python extension's interface that is used. */
interface PythonExtension {
  readonly environments: {
    getActiveEnvironmentPath(resource?: vscode.Uri): { readonly path: string };
    resolveEnvironment(
      environment: unknown,
    ): Promise<{ readonly executable: { readonly uri?: vscode.Uri } } | undefined>;
  };
}

/**
 * The interpreter for a Python reward: the one in the setting, otherwise the one chosen in the Python extension,
 * otherwise the one on PATH.
 * @throws PageTraceError `python-unusable` if there is none
 */
export async function interpreterFor(scope?: vscode.Uri): Promise<string> {
  const named = setting('userReward.python', scope).trim();
  if (named !== '') return isRelativePath(named) ? path.resolve(folderOf(scope), named) : named;
  const chosen = await chosenInterpreter(scope);
  if (chosen !== null) return chosen;
  const { pythonOnPath } = await import('../../userRewards/interpreter.ts');
  const found = await pythonOnPath();
  if (found !== null) return found;
  throw new PageTraceError('python-unusable', t('No Python was found on this machine.'), {
    hint: t('Install Python 3.8 or newer, or name its path with the setting pagetrace.userReward.python.'),
  });
}

/** Whether a name is a relative path, and neither absolute nor the name of a program on PATH. */
function isRelativePath(named: string): boolean {
  return /[/\\]/.test(named) && !path.isAbsolute(named);
}

/** The workspace folder that contains `scope`, or otherwise the first one; the current directory without a folder. */
function folderOf(scope: vscode.Uri | undefined): string {
  const folder =
    (scope && vscode.workspace.getWorkspaceFolder(scope)) ?? vscode.workspace.workspaceFolders?.[0];
  return folder?.uri.scheme === 'file' ? folder.uri.fsPath : '';
}

/** The interpreter chosen in the Python extension; null if that is not installed, or none is chosen. */
async function chosenInterpreter(scope: vscode.Uri | undefined): Promise<string | null> {
  const extension = vscode.extensions.getExtension<PythonExtension>('ms-python.python');
  if (!extension) return null;
  try {
    const { environments } = await extension.activate();
    const active = environments.getActiveEnvironmentPath(scope);
    return (await environments.resolveEnvironment(active))?.executable.uri?.fsPath ?? null;
  } catch {
    // Another extension's interface may fail in any way; the interpreter on PATH is used then.
    return null;
  }
}
