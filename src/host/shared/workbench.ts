import * as vscode from 'vscode';
import { plainText } from '../../core/plainText.ts';

// The only place that hands text to VS Code's messages, inputs, progress and Markdown. There, a text from a file, a
// model or a server could have links that run commands, icons and hidden characters.

interface ShowMessage {
  (message: string, ...buttons: string[]): Thenable<string | undefined>;
  (message: string, options: vscode.MessageOptions, ...buttons: string[]): Thenable<string | undefined>;
}

type MessageKind = 'showInformationMessage' | 'showWarningMessage' | 'showErrorMessage';

/** Shows a message. `buttons` are our own words, and what is returned if one is pressed. */
const messageOf =
  (kind: MessageKind): ShowMessage =>
  (message: string, first?: vscode.MessageOptions | string, ...buttons: string[]) => {
    const text = plainText(message);
    if (typeof first !== 'object')
      return vscode.window[kind](text, ...(first === undefined ? [] : [first]), ...buttons);
    const detail = first.detail === undefined ? {} : { detail: plainText(first.detail) };
    return vscode.window[kind](text, { ...first, ...detail }, ...buttons);
  };

export const showInformation = messageOf('showInformationMessage');
export const showWarning = messageOf('showWarningMessage');
export const showError = messageOf('showErrorMessage');

/** Shows a message in the status bar for some milliseconds. */
export function showStatus(message: string, milliseconds: number): void {
  vscode.window.setStatusBarMessage(plainText(message), milliseconds);
}

/** An item of a quick pick as it is shown. */
export function plainItem<T extends vscode.QuickPickItem>(item: T): T {
  const { label, description, detail } = item;
  return {
    ...item,
    label: plainText(label),
    ...(description === undefined ? {} : { description: plainText(description) }),
    ...(detail === undefined ? {} : { detail: plainText(detail) }),
  };
}

type PickOptions = Omit<vscode.QuickPickOptions, 'canPickMany'>;

/** Lets the person choose one of `items`. */
export async function pickItem<T extends vscode.QuickPickItem>(
  items: readonly T[],
  options: PickOptions,
): Promise<T | undefined> {
  const shown = items.map(plainItem);
  const chosen = await vscode.window.showQuickPick(shown, plainOptions(options));
  return chosen && (items[shown.indexOf(chosen)] ?? chosen);
}

/** Lets the person choose any number of `items`. */
export async function pickItems<T extends vscode.QuickPickItem>(
  items: readonly T[],
  options: PickOptions,
): Promise<readonly T[] | undefined> {
  const shown = items.map(plainItem);
  const chosen = await vscode.window.showQuickPick(shown, { ...plainOptions(options), canPickMany: true });
  return chosen?.map((each) => items[shown.indexOf(each)] ?? each);
}

/** Lets the person type a line. */
export function askText(options: vscode.InputBoxOptions): Thenable<string | undefined> {
  if (options.validateInput === undefined) return vscode.window.showInputBox(plainOptions(options));
  return vscode.window.showInputBox({
    ...plainOptions(options),
    validateInput: async (value) => {
      const problem = await options.validateInput?.(value);
      return typeof problem === 'string' ? plainText(problem) : problem;
    },
  });
}

/** Shows a notification with the progress of `task`, which can be canceled. */
export function showProgress<R>(
  title: string,
  task: (
    report: (message: string, increment?: number) => void,
    token: vscode.CancellationToken,
  ) => Thenable<R>,
): Thenable<R> {
  return vscode.window.withProgress(
    { location: vscode.ProgressLocation.Notification, title: plainText(title), cancellable: true },
    (progress, token) =>
      task((message, increment) => {
        progress.report({
          message: plainText(message),
          ...(increment === undefined ? {} : { increment }),
        });
      }, token),
  );
}

/**
 * Markdown in which everything that is not ours was escaped (`src/language/markdown.ts`).
 * @param enabledCommands the commands that its links may run
 */
export function markdownString(
  markdown: string,
  enabledCommands: readonly string[] = [],
): vscode.MarkdownString {
  const shown = new vscode.MarkdownString(markdown);
  if (enabledCommands.length > 0) shown.isTrusted = { enabledCommands };
  return shown;
}

function plainOptions<O extends { title?: string; prompt?: string; placeHolder?: string }>(options: O): O {
  const { title, prompt, placeHolder } = options;
  return {
    ...options,
    ...(title === undefined ? {} : { title: plainText(title) }),
    ...(prompt === undefined ? {} : { prompt: plainText(prompt) }),
    ...(placeHolder === undefined ? {} : { placeHolder: plainText(placeHolder) }),
  };
}
