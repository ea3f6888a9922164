import { PageTraceError } from '../../../core/errors.ts';
import { findAlerts } from '../../../core/alerts/findAlerts.ts';
import { ALERT_CODES, isAlertCode, type Alert } from '../../../core/alerts/model.ts';
import { joinList } from '../../../core/joinList.ts';
import { ColumnsTable } from '../../../core/summary/columnsTable.ts';
import type { RunColumns } from '../../../core/summary/runColumns.ts';

type Json = Readonly<Record<string, unknown>>;

/** The option about alerts. */
export const alertOptions = { 'no-alerts': { type: 'string' } } as const;

/**
 * The alerts that are turned off.
 * @throws PageTraceError `bad-input` for a code that no alert has
 */
export function readAlertsOff(values: { readonly 'no-alerts'?: string | undefined }): readonly string[] {
  const codes = (values['no-alerts'] ?? '').split(',').flatMap((code) => code.trim() || []);
  if (codes.includes('all')) return ALERT_CODES;
  const unknown = codes.find((code) => !isAlertCode(code));
  if (unknown === undefined) return codes;
  throw new PageTraceError('bad-input', `--no-alerts names "${unknown}", which is no alert.`, {
    hint: `The alerts are ${joinList(ALERT_CODES)}; all turns all of them off.`,
  });
}

/** The alerts of all samples of a run. */
function findRunAlerts(
  columns: RunColumns,
  compared: 'reward' | 'score',
  off: readonly string[],
): readonly Alert[] {
  const rows = Uint32Array.from({ length: columns.rows }, (_, row) => row);
  return findAlerts(new ColumnsTable(columns), rows, compared, off);
}

/** The alerts of a run as JSON. */
export function alertsJson(
  columns: RunColumns,
  compared: 'reward' | 'score',
  off: readonly string[],
): readonly Json[] {
  return findRunAlerts(columns, compared, off).map((alert) => ({ ...alert }));
}

/** Alerts as lines of text. */
export function alertLines(alerts: readonly Json[]): readonly string[] {
  if (alerts.length === 0) return [];
  const lines = alerts.flatMap(({ code, sentence, filter }) => [
    `  ${String(code)}: ${String(sentence)}`,
    ...(typeof filter === 'string' ? [`    --where '${filter.replaceAll("'", String.raw`'\''`)}'`] : []),
  ]);
  return ['alerts', ...lines];
}
