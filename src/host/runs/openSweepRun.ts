import path from 'node:path';
import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { samplesPhrase } from '../../core/countPhrases.ts';
import { readSweepCells, type SweepCells } from '../../core/datasets/sweepCells.ts';
import {
  differenceNumber,
  intervalText,
  metricNumber,
  metricTitle,
  probabilityText,
} from '../../core/runMetrics/format/numbers.ts';
import { editorTypes } from '../shared/contributions.ts';
import { readSavedText } from '../shared/namedPath.ts';
import { pickItem, showInformation } from '../shared/workbench.ts';

/** The most sweeps that are looked at, and the most bytes of what one found. */
const MOST_SWEEPS = 50;
const MOST_BYTES = 16 * 1024 * 1024;

/** Metrics of a cell that its line shows. */
const SHOWN_METRICS = 2;

interface CellItem extends vscode.QuickPickItem {
  readonly run: vscode.Uri | null;
}

/**
 * `PageTrace: Open Run of Sweep`: lists the cells of sweeps with what they found, and opens the run of one.
 * @param clicked the file of a sweep in a menu; all sweeps of the workspace without one
 */
export async function openSweepRun(clicked: unknown): Promise<void> {
  const name = clicked instanceof vscode.Uri ? path.posix.basename(clicked.path) : null;
  const files = await vscode.workspace.findFiles('**/sweep.json', '**/node_modules/**', MOST_SWEEPS);
  const found: { readonly uri: vscode.Uri; readonly sweep: SweepCells }[] = [];
  for (const uri of files.sort((one, other) => one.path.localeCompare(other.path))) {
    const sweep = readSweepCells(await readSavedText(uri, MOST_BYTES).catch(() => ''));
    if (sweep !== null && (name === null || name === sweep.sweep)) found.push({ uri, sweep });
  }
  if (found.length === 0) {
    showInformation(
      t('No sweep has results yet. Run pagetrace eval --sweep {0} in a terminal.', name ?? 'FILE.sweep.yaml'),
    );
    return;
  }
  const chosen = await pickItem(
    found.flatMap(({ uri, sweep }) => cellItems(uri, sweep)),
    { placeHolder: t('The run to open'), matchOnDescription: true },
  );
  if (chosen?.run) await vscode.commands.executeCommand('vscode.openWith', chosen.run, editorTypes.run);
}

function cellItems(
  uri: vscode.Uri,
  { sweep, baseline, definitions, cells }: SweepCells,
): readonly CellItem[] {
  return [
    { label: sweep, kind: vscode.QuickPickItemKind.Separator, run: null },
    ...cells.map((cell): CellItem => {
      const metrics = definitions.flatMap((definition) => {
        const metric = cell.metrics[definition.name];
        return metric === undefined ? [] : [{ definition, metric }];
      });
      const values = metrics.slice(0, SHOWN_METRICS).map(({ definition, metric }) => {
        const { unit } = definition;
        return `${metricTitle(definition)} ${metricNumber(metric.value, unit)} ${intervalText(metric, unit)}`;
      });
      const failed = cell.failed > 0 ? [t('{0} failed', cell.failed)] : [];
      return {
        label: cell.name === baseline ? t('{0} (baseline)', cell.name) : cell.name,
        description: values.join(' · '),
        detail:
          cell.error ?? [samplesPhrase(cell.samples), ...failed, ...differenceOf(metrics[0])].join(' · '),
        run: vscode.Uri.joinPath(uri, '..', cell.file),
      };
    }),
  ];
}

/** How a cell differs from the baseline in its first metric. */
function differenceOf(
  first:
    | {
        readonly definition: SweepCells['definitions'][number];
        readonly metric: SweepCells['cells'][number]['metrics'][string];
      }
    | undefined,
): readonly string[] {
  const against = first?.metric.against_baseline ?? null;
  if (first === undefined || against === null || against.difference === null) return [];
  const difference = differenceNumber(against.difference, first.definition.unit);
  return [
    against.p_holm === null
      ? t('{0} against the baseline', difference)
      : t('{0} against the baseline (p {1})', difference, probabilityText(against.p_holm)),
  ];
}
