import * as vscode from 'vscode';
import type { Alert, AlertCode } from '../../core/alerts/model.ts';
import { setting } from '../shared/settings.ts';
import type { SettingKey } from '../shared/contributions.ts';
import type { RunSession } from './runSession.ts';

/** The setting with the alerts that are turned off. */
const OFF = 'runs.alerts.off' satisfies SettingKey;

/** The codes of alerts that are turned off; anything else in the setting is left out. */
function alertsOff(): readonly string[] {
  const codes: unknown = setting(OFF);
  return Array.isArray(codes) ? codes.filter((code) => typeof code === 'string') : [];
}

/** The alerts of a run, without those that are turned off. */
export async function shownAlerts(session: RunSession, signal: AbortSignal): Promise<readonly Alert[]> {
  const off = alertsOff();
  return (await session.index.alerts(signal)).filter(({ code }) => !off.includes(code));
}

/** Turns an alert off: in the settings of the workspace if these have a list of their own, otherwise everywhere. */
export async function turnOffAlert(code: AlertCode): Promise<void> {
  const off = alertsOff();
  if (off.includes(code)) return;
  const configuration = vscode.workspace.getConfiguration('pagetrace');
  const isOfWorkspace = configuration.inspect(OFF)?.workspaceValue !== undefined;
  const { Global, Workspace } = vscode.ConfigurationTarget;
  await configuration.update(OFF, [...off, code], isOfWorkspace ? Workspace : Global);
}

/** Calls a function when other alerts are turned off. */
export function onDidChangeAlerts(listener: () => void): vscode.Disposable {
  return vscode.workspace.onDidChangeConfiguration((event) => {
    if (event.affectsConfiguration(`pagetrace.${OFF}`)) listener();
  });
}
