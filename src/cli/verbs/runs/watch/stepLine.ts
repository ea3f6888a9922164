import type { Alert } from '../../../../core/alerts/model.ts';
import type { StepFigures } from '../../../../core/alerts/stepFigures.ts';
import { visibleText } from '../../../../core/visibleText.ts';
import { alertLines } from '../alertsOption.ts';
import type { DueStep } from './watchedSteps.ts';

/** What is printed of a step. */
export interface PrintedStep {
  readonly due: DueStep;
  readonly figures: StepFigures;
  readonly compared: 'reward' | 'score';
  /** The alerts that were not there before. */
  readonly alerts: readonly Alert[];
}

/** The JSON of a step that media/schemas/runs-watch.schema.json describes, in a line. */
export function stepJsonLine({ due, figures, compared, alerts }: PrintedStep): string {
  return `${JSON.stringify({
    step: due.step,
    complete: due.isComplete,
    again: due.isAgain,
    samples: figures.samples,
    compared,
    mean: figures.mean,
    judged: figures.judged,
    right: figures.right,
    right_share: figures.rightShare,
    groups: figures.groups,
    zero_variance: figures.zeroVariance,
    zero_variance_share: figures.zeroVarianceShare,
    tokens: figures.tokens,
    cut_off: figures.cutOff,
    alerts,
  })}\n`;
}

/** The columns of the table, with their widths: steps that come later are as wide. */
const COLUMNS = [
  ['step', 8],
  ['samples', 8],
  ['mean', 9],
  ['right', 7],
  ['zero-var', 9],
  ['tokens', 8],
  ['cut off', 8],
] as const;

/** The heads of the columns. */
export function stepHead(compared: 'reward' | 'score'): string {
  return `${COLUMNS.map(([name, width]) => (name === 'mean' ? compared : name).padStart(width)).join('')}\n`;
}

/** A step as a line of the table, with the alerts that are new below it. */
export function stepTextLine({ due, figures, alerts }: PrintedStep): string {
  const { samples, mean, rightShare, zeroVarianceShare, tokens, cutOff } = figures;
  const cells = [
    due.step === null ? '-' : String(due.step),
    String(samples),
    mean === null ? '-' : mean.toFixed(4),
    percent(rightShare),
    percent(zeroVarianceShare),
    tokens === null ? '-' : String(Math.round(tokens)),
    percent(cutOff),
  ];
  const line = cells.map((cell, at) => cell.padStart(COLUMNS[at]?.[1] ?? 0)).join('');
  const notes = [...(due.isAgain ? ['again'] : []), ...(due.isComplete ? [] : ['not complete'])];
  const said = alertLines(alerts.map((alert) => ({ ...alert }))).slice(1);
  return visibleText(`${[`${line}${notes.map((note) => `  ${note}`).join('')}`, ...said].join('\n')}\n`);
}

const percent = (share: number | null): string => (share === null ? '-' : `${(100 * share).toFixed(1)}%`);
