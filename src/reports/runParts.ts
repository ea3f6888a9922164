import { t } from '@vscode/l10n';
import type { Alert } from '../core/alerts/model.ts';
import { percent, shortNumber } from '../core/charts/chartWords.ts';
import { wholeNumber } from '../core/displayLocale.ts';
import type { Report } from '../core/runMetrics/format/reportTable.ts';
import type { ToolPool } from '../core/toolPool/toolPool.ts';
import { fact, list, paragraph, strong, type Block } from './blocks.ts';
import type { RunPart } from './html/runHtml.ts';

/** What the facts of a run are made of. */
export interface RunFacts {
  readonly records: {
    readonly files: number;
    readonly records: number;
    readonly failed: number;
    readonly broken: Readonly<Record<string, number>>;
  };
  /** All samples, and those that the filter keeps. */
  readonly samples: number;
  readonly kept: number;
  /** The filter; null without one. */
  readonly where: string | null;
  readonly profile: string | null;
}

/** What a run holds. */
export function runFacts({ records, samples, kept, where, profile }: RunFacts): readonly Block[] {
  const broken = Object.values(records.broken).reduce((sum, count) => sum + count, 0);
  return list([
    fact(t('Files'), wholeNumber(records.files)),
    fact(t('Records'), wholeNumber(records.records)),
    ...(records.failed > 0 ? [fact(t('Failed requests'), wholeNumber(records.failed))] : []),
    ...(broken > 0 ? [fact(t('Broken records'), wholeNumber(broken))] : []),
    fact(t('Samples'), wholeNumber(samples)),
    ...(where === null
      ? []
      : [fact(t('Filter'), where), fact(t('Samples that it keeps'), wholeNumber(kept))]),
    fact(t('Reward'), profile ?? t('the recorded scores')),
  ]);
}

/** What a trainer would want to know; no part if there is nothing. */
export function alertsPart(alerts: readonly Alert[]): readonly RunPart[] {
  if (alerts.length === 0) return [];
  const blocks = list(alerts.map(({ title, sentence }) => [strong(title), ` ${sentence}`]));
  return [{ id: 'alerts', title: t('Alerts'), blocks }];
}

/** The metrics of a run; no part without any. */
export function metricsPart({ title, parts }: Report): readonly RunPart[] {
  const blocks = parts.map((part): Block =>
    typeof part === 'string'
      ? paragraph(part)
      : {
          kind: 'table',
          caption: part.title ?? title,
          head: part.columns,
          numeric: part.columns.map((_, column) => column).slice(1),
          rows: part.rows.map((cells) => ({ id: null, cells: cells.map((cell) => [cell]) })),
        },
  );
  const hasNumbers = parts.some((part) => typeof part !== 'string' && part.rows.length > 0);
  return hasNumbers ? [{ id: 'metrics', title, blocks }] : [];
}

/** The tools of a run; no part if none is called. */
export function toolsPart({ tools, compared }: ToolPool): readonly RunPart[] {
  if (tools.length === 0) return [];
  const mean = (value: number | null): string => (value === null ? '' : shortNumber(value));
  const table: Block = {
    kind: 'table',
    caption: t('Each trajectory counts once for a tool.'),
    head: [
      t('Tool'),
      t('Trajectories'),
      t('Share'),
      t('Calls'),
      t('Right'),
      compared === 'reward' ? t('Mean reward with it') : t('Mean score with it'),
      t('without it'),
    ],
    numeric: [1, 2, 3, 4, 5, 6],
    rows: tools.map((tool) => ({
      id: null,
      cells: [
        [tool.name],
        [wholeNumber(tool.trajectories)],
        [percent(tool.share)],
        [wholeNumber(tool.calls)],
        [tool.success === null ? '' : percent(tool.success)],
        [mean(tool.meanWith)],
        [mean(tool.meanWithout)],
      ],
    })),
  };
  return [{ id: 'tools', title: t('Tools'), blocks: [table] }];
}
