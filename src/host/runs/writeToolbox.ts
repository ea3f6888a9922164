import path from 'node:path';
import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { asPageTraceError, PageTraceError } from '../../core/errors.ts';
import { listNames, splitPlain } from '../../core/toolPool/plainNames.ts';
import type { ToolboxTool } from '../../core/toolPool/toolbox.ts';
import type { ToolboxCalls } from '../../languageWorker/calls.ts';
import { fileVersion, writeWholeFile } from '../shared/files.ts';
import { pickItem, showInformation, showProgress } from '../shared/workbench.ts';
import type { RunSession } from './runSession.ts';

/**
 * Writes tools into prompts.
 * @throws PageTraceError `timeout` if that takes too long or too much memory
 */
export type WriteTools = <Name extends keyof ToolboxCalls>(
  name: Name,
  request: ToolboxCalls[Name]['request'],
) => Promise<ToolboxCalls[Name]['value']>;

const PROMPT = '.jinja';

/** Writes tools of a run into a prompt, a new one or one that the person chooses, and shows it. */
export async function writeToolbox(
  session: RunSession,
  names: readonly string[],
  writeTools: WriteTools,
): Promise<void> {
  const choices = [
    { label: t('New Prompt File…'), isNew: true },
    { label: t('Change a Prompt File…'), detail: t('Replaces its toolbox'), isNew: false },
  ];
  const choice = await pickItem(choices, { title: t('Write Toolbox') });
  if (choice === undefined) return;
  const target = choice.isNew ? await askNewFile(session.folder) : await askFile(session.folder);
  if (target === undefined) return;
  const read = await readTools(session, names);
  if (read === null) return;
  const { offered: tools, leftOut } = splitPlain(read);
  if (tools.length === 0)
    throw new PageTraceError('bad-input', t('No tool has a name that a prompt can offer.'), {
      hint: plainNames(),
    });
  const said = choice.isNew
    ? await writeNew(target, tools, writeTools)
    : await change(target, tools, writeTools);
  const notes = [...leftOutSentences(leftOut), ...guessedSentences(tools)];
  if (said.length + notes.length > 0) void showInformation([...said, ...notes].join(' '));
}

const plainNames = (): string =>
  t(
    'Names have at most 100 characters: letters, digits, "_", "-", ".", ":", and single spaces between them.',
  );

function leftOutSentences(names: readonly string[]): readonly string[] {
  if (names.length === 0) return [];
  return [
    t('The toolbox leaves out tools whose names a prompt cannot offer: {0}.', listNames(names)),
    plainNames(),
  ];
}

function guessedSentences(tools: readonly ToolboxTool[]): readonly string[] {
  const guessed = tools.filter(({ source }) => source === 'name').map(({ name }) => name);
  if (guessed.length === 0) return [];
  return [
    t(
      'No definition describes these tools, so complete what the prompt says of them: {0}.',
      listNames(guessed),
    ),
  ];
}

async function askNewFile(folder: vscode.Uri | undefined): Promise<vscode.Uri | undefined> {
  return vscode.window.showSaveDialog({
    title: t('New Prompt File'),
    ...(folder === undefined ? {} : { defaultUri: vscode.Uri.joinPath(folder, `toolbox.prompt${PROMPT}`) }),
    filters: { Jinja: ['jinja'] },
  });
}

async function askFile(folder: vscode.Uri | undefined): Promise<vscode.Uri | undefined> {
  const chosen = await vscode.window.showOpenDialog({
    title: t('Prompt Whose Toolbox Is Replaced'),
    ...(folder === undefined ? {} : { defaultUri: folder }),
    filters: { Jinja: ['jinja'] },
  });
  return chosen?.[0];
}

/** The tools as a prompt describes them; null if the person stops reading what the run says of them. */
function readTools({ index }: RunSession, names: readonly string[]): Thenable<readonly ToolboxTool[] | null> {
  return showProgress(t('Reading how the run defines its tools'), async (_, token) => {
    const stopping = new AbortController();
    const listening = token.onCancellationRequested(() => {
      stopping.abort();
    });
    try {
      return await index.toolbox(names, stopping.signal);
    } catch (error) {
      if (asPageTraceError(error).reason === 'cancelled') return null;
      throw error;
    } finally {
      listening.dispose();
    }
  });
}

/** Writes a prompt, with the reward that takes its tools beside it if no built-in one does. */
async function writeNew(
  target: vscode.Uri,
  tools: readonly ToolboxTool[],
  writeTools: WriteTools,
): Promise<readonly string[]> {
  const reward = await unusedReward(target);
  const name = path.posix.basename(reward.path);
  const written = await writeTools('writeToolboxPrompt', { tools, rewardFile: `./${name}` });
  if (written.reward !== null) await writeWholeFile(reward, written.reward);
  await writeWholeFile(target, written.prompt);
  await vscode.window.showTextDocument(target, { preview: false });
  return written.reward === null ? [] : [t('The reward that pays for calls of these tools is in {0}.', name)];
}

/** A name that no file has, for the reward of a prompt. */
async function unusedReward(prompt: vscode.Uri): Promise<vscode.Uri> {
  const name = path.posix.basename(prompt.path).replace(/(?:\.prompt)?\.jinja$/i, '');
  for (let number = 1; ; number += 1) {
    const file = `${name}${number === 1 ? '' : `-${number}`}.reward.json`;
    const uri = vscode.Uri.joinPath(prompt, '..', file);
    if ((await fileVersion(uri)) === '') return uri;
  }
}

/** Changes a prompt in its editor, where the change can be looked at, undone and saved. */
async function change(
  target: vscode.Uri,
  tools: readonly ToolboxTool[],
  writeTools: WriteTools,
): Promise<readonly string[]> {
  const document = await vscode.workspace.openTextDocument(target);
  const before = document.getText();
  const replaced = await writeTools('replaceToolbox', { text: before, tools });
  if (replaced === null)
    throw new PageTraceError(
      'prompt-broken',
      t(
        'The settings of {0} cannot be read, so its toolbox was not replaced.',
        path.posix.basename(target.path),
      ),
      { hint: t('Correct the settings at the top of the prompt file.') },
    );
  const edit = new vscode.WorkspaceEdit();
  const all = new vscode.Range(document.positionAt(0), document.positionAt(before.length));
  edit.replace(target, all, replaced.text);
  await vscode.workspace.applyEdit(edit);
  await vscode.window.showTextDocument(document, { preview: false });
  return replaced.named === 'nowhere'
    ? [t('The text of this prompt names no tools: add those of its settings.')]
    : [];
}
