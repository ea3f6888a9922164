import * as v from 'valibot';
import { ALERT_CODES, type Alert } from '../core/alerts/model.ts';
import type { DefinedTool } from '../core/toolPool/definitions.ts';
import type { ToolPool } from '../core/toolPool/toolPool.ts';

/** The most tools of a toolbox. */
const MOST_TOOLS = 1000;

/** The most characters of a tool's name. */
const LONGEST_NAME = 10_000;

/** What the run view asks of tools and alerts, by method: arguments and answer. */
export interface ToolMethods {
  /** The tools of the rows that the filter leaves. */
  toolPool: { args: Record<string, never>; value: ToolPool };
  /** What these rows say of the tools, which are read again for it. */
  toolDefinitions: { args: Record<string, never>; value: readonly DefinedTool[] };
  /** The alerts of the whole run, without those that are turned off. */
  alerts: { args: Record<string, never>; value: readonly Alert[] };
}
export const toolMethods = {
  toolPool: v.object({}),
  toolDefinitions: v.object({}),
  alerts: v.object({}),
} as const;

/** Writes tools of the run into a prompt, by their names. */
export const writeToolboxMessage = v.object({
  type: v.literal('writeToolbox'),
  tools: v.pipe(
    v.array(v.pipe(v.string(), v.maxLength(LONGEST_NAME))),
    v.minLength(1),
    v.maxLength(MOST_TOOLS),
  ),
});

/** Turns an alert off, in all runs. */
export const turnOffAlertMessage = v.object({
  type: v.literal('turnOffAlert'),
  code: v.picklist(ALERT_CODES),
});
