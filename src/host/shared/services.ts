import * as vscode from 'vscode';
import type { CommandId } from './contributions.ts';
import { LanguageThread } from './languageThread.ts';
import { FilePermissions } from './filePermissions.ts';
import { Notices } from './notices.ts';

/** Milliseconds without typing before a text is read, checked, or scored again. */
export const TYPING_RESTS = 150;

/** The services for every part of the extension. Parts add their disposables to the context's subscriptions. */
export interface Services {
  readonly context: vscode.ExtensionContext;
  readonly channel: vscode.LogOutputChannel;
  readonly log: (line: string) => void;
  readonly notices: Notices;
  /** Shows the error of something that the person did. */
  readonly error: (error: unknown) => void;
  /** The worker that reads texts for editors and renders prompts. */
  readonly language: LanguageThread;
  /** Whether the workspace is trusted. */
  readonly trusted: () => boolean;
  /** Decides which files a file of the workspace may name. */
  readonly files: FilePermissions;
  /** Runs a command of this extension, regardless of which part handles it. */
  readonly run: (command: CommandId, ...args: unknown[]) => Thenable<unknown>;
}

/** The handler that VS Code calls for a command; a menu, a webview, or another extension may pass any arguments. */
export type CommandHandler = (...args: never[]) => unknown;

/** The services of this activation. */
export function makeServices(context: vscode.ExtensionContext): Services {
  const channel = vscode.window.createOutputChannel('PageTrace', { log: true });
  const language = new LanguageThread(context.extensionUri);
  context.subscriptions.push(channel, language);
  const notices = new Notices(channel);
  const trusted = (): boolean => vscode.workspace.isTrusted;
  const files = new FilePermissions({
    memory: context.workspaceState,
    trusted,
    chosenFolders: async (from) => (await import('./documentFolders.ts')).documentFolders(from),
  });
  context.subscriptions.push(files);
  return {
    context,
    channel,
    log: (line) => {
      channel.info(line);
    },
    notices,
    error: (error) => void notices.error(error),
    language,
    trusted,
    files,
    run: (command, ...args) => vscode.commands.executeCommand(command, ...args),
  };
}

/** Registers the handler of every command; errors in a handler are shown to the person. */
export function registerCommands(
  { context, notices }: Services,
  handlers: Readonly<Record<CommandId, CommandHandler>>,
): void {
  for (const [command, handler] of Object.entries(handlers)) {
    const guarded = notices.guard(handler as (...args: unknown[]) => unknown);
    context.subscriptions.push(vscode.commands.registerCommand(command, guarded));
  }
}
