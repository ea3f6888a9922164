import * as vscode from 'vscode';
import { commands } from '../shared/contributions.ts';
import type { CommandHandler, Services } from '../shared/services.ts';
import { installCommand, refreshCommand } from './installCommand.ts';
import { openAtStart, openSample } from './openSample.ts';

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
      [commands.openSample]: () => openSample(context),
      [commands.openWalkthrough]: () =>
        vscode.commands.executeCommand('workbench.action.openWalkthrough', `${context.extension.id}#start`),
      [commands.showLog]: () => {
        channel.show();
      },
      [commands.installCommand]: () => installCommand(context),
    } satisfies Record<string, CommandHandler>,
  };
}
