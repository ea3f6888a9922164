import * as vscode from 'vscode';
import { commands, editorTypes } from '../shared/contributions.ts';
import type { CommandHandler, Services } from '../shared/services.ts';
import { installCommand, refreshCommand } from './installCommand.ts';

/**
 * Registers what helps a person get started: the sample, the walkthrough, the log, and the command line in the
 * terminal.
 */
export function registerStart({ context, channel, log }: Services) {
  refreshCommand(context).catch((error: unknown) => {
    log(`The pagetrace command of the terminal could not be updated to this version: ${String(error)}`);
  });
  openAtStart(process.env['PAGETRACE_OPEN']);
  return {
    commands: {
      [commands.openSample]: async () => (await import('./openSample.ts')).openSample(context),
      [commands.openWalkthrough]: () =>
        vscode.commands.executeCommand('workbench.action.openWalkthrough', `${context.extension.id}#start`),
      [commands.showLog]: () => {
        channel.show();
      },
      [commands.installCommand]: () => installCommand(context),
    } satisfies Record<string, CommandHandler>,
  };
}

/**
 * Opens the document that was named when this VS Code was started (`npm start` names the sample), unless one is open.
 */
function openAtStart(file: string | undefined): void {
  const open = vscode.window.tabGroups.all.some((group) => group.tabs.length > 0);
  if (file && !open)
    void vscode.commands.executeCommand('vscode.openWith', vscode.Uri.file(file), editorTypes.document);
}
