import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { asPageTraceError } from '../../core/errors.ts';
import type { MappedSettings } from '../../core/prompts/promptMap.ts';
import { plainText } from '../../core/plainText.ts';
import { commands } from '../shared/contributions.ts';
import { sentenceWithHint } from '../shared/editorHint.ts';
import type { FilePermissions } from '../shared/filePermissions.ts';

/** The code of the diagnostic of a map file that is not read. */
const NOT_READ = 'map-file-not-read';

/** What the map file says about a prompt. */
export interface MappedPrompt extends MappedSettings {
  /** Why the map file cannot be used; null if it can, or if there is none. */
  readonly fault: string | null;
  /** The map file that may not be read, because it is outside of the workspace; null if it may, or if there is none. */
  readonly withheld: vscode.Uri | null;
}

/** What the map file says about the prompt at `uri`. Only prompts on this machine have one. */
export async function mappedPrompt(
  uri: vscode.Uri,
  files: Pick<FilePermissions, 'isPermitted'>,
): Promise<MappedPrompt> {
  const nothing = { reward: null, trainer: null, fault: null, withheld: null };
  if (uri.scheme !== 'file') return nothing;
  const { findMappedSettings } = await import('../../asking/promptMapFile.ts');
  try {
    const found = await findMappedSettings(uri.fsPath, (file) =>
      files.isPermitted(vscode.Uri.file(file), uri),
    );
    if (found === null) return nothing;
    return {
      ...nothing,
      ...found,
      withheld: found.withheld === null ? null : vscode.Uri.file(found.withheld),
    };
  } catch (error) {
    return { ...nothing, fault: asPageTraceError(error).message };
  }
}

/** Says at the start of a prompt that its map file is not read, and why. */
export async function withheldDiagnostic(
  map: vscode.Uri,
  prompt: vscode.Uri,
  files: Pick<FilePermissions, 'permit'>,
): Promise<vscode.Diagnostic> {
  const error = await files.permit(map, prompt, 'never').then(
    () => null,
    (raised: unknown) => asPageTraceError(raised),
  );
  const diagnostic = new vscode.Diagnostic(
    new vscode.Range(0, 0, 0, 0),
    plainText(
      error?.reason === 'untrusted'
        ? sentenceWithHint(error)
        : t(
            'The map file {0} is outside of this workspace, so the prompt is checked without it. To use it, choose the quick fix here, or open its folder.',
            map.fsPath,
          ),
    ),
    vscode.DiagnosticSeverity.Information,
  );
  diagnostic.source = 'PageTrace';
  diagnostic.code = NOT_READ;
  return diagnostic;
}

/** The quick fix that lets the person allow the folder of a map file; the question about it names the folder. */
export function allowAction(
  map: vscode.Uri,
  prompt: vscode.Uri,
  diagnostics: readonly vscode.Diagnostic[],
): vscode.CodeAction {
  const title = t('Allow PageTrace to read the map file');
  const action = new vscode.CodeAction(plainText(title), vscode.CodeActionKind.QuickFix);
  action.command = { command: commands.allowMapFile, title, arguments: [map, prompt] };
  action.diagnostics = diagnostics.filter(({ code }) => code === NOT_READ);
  return action;
}
