import type { PlacedProblem } from '../../../core/datasets/datasetReader.ts';
import { asPageTraceError } from '../../../core/errors.ts';
import { sentenceOf } from '../../../core/sentenceOf.ts';
import type { Severity } from '../../../core/span.ts';
import { visibleText } from '../../../core/visibleText.ts';
import { PageCounts } from '../../../documents/pageCounts.ts';
import { checkDataset, type CheckOptions } from '../../../evaluation/dataset/checkDataset.ts';
import { createDocumentRoom } from '../../arguments/documents.ts';
import { countText } from '../../output/numbers.ts';
import { writeOutput } from '../../output/sink.ts';
import { CLEAN, FINDINGS, UNUSABLE, type VerbContext } from '../../terminal/verb.ts';

/** The most problems that are written; a data set of the wrong form has one on every line. */
const MOST_WRITTEN = 10_000;

/** How data sets are linted. */
export interface DatasetLint {
  readonly format: 'text' | 'json';
  /** The severities that count. */
  readonly counted: ReadonlySet<Severity>;
  readonly out: string | undefined;
}

/** A data set with its problems, or why it could not be read. */
interface LintedDataset {
  readonly file: string;
  /** Questions that can be asked. */
  readonly questions: number;
  /** The first of its problems. */
  readonly problems: readonly PlacedProblem[];
  readonly counts: Readonly<Record<Severity, number>>;
  readonly error: string | null;
}

/**
 * Checks data sets: the records, the documents that they name, and their pages.
 * @returns the exit status
 * @throws PageTraceError `cancelled`, and for an output that cannot be written
 */
export async function lintDatasets(
  files: readonly string[],
  { format, counted, out }: DatasetLint,
  context: VerbContext,
): Promise<number> {
  const { terminal, mayRead, interrupted: signal } = context;
  const documents = createDocumentRoom(terminal);
  const linted: LintedDataset[] = [];
  try {
    const pageCounts = new PageCounts((path, signal) => documents.open({ kind: 'path', path }, { signal }));
    for (const file of files) linted.push(await lintDataset(file, { pageCounts, mayRead, signal }));
  } finally {
    await documents.dispose();
  }
  const report =
    format === 'text'
      ? visibleText(linesOf(linted))
      : `${JSON.stringify({ datasets: linted.map(datasetJson), summary: summaryOf(linted) }, null, 2)}\n`;
  await writeOutput(out, report, terminal, signal);
  for (const { file, error } of linted)
    if (error !== null) terminal.say(error.startsWith(file) ? error : `${file}: ${error}`);
  if (format === 'text' || out !== undefined) terminal.say(summarySentence(linted));
  if (linted.some(({ error }) => error !== null)) return UNUSABLE;
  return linted.some(({ counts }) => [...counted].some((severity) => counts[severity] > 0))
    ? FINDINGS
    : CLEAN;
}

async function lintDataset(file: string, options: Omit<CheckOptions, 'onProblem'>): Promise<LintedDataset> {
  const problems: PlacedProblem[] = [];
  const counts = { error: 0, warning: 0, information: 0 };
  const onProblem = (problem: PlacedProblem): void => {
    counts[problem.severity] += 1;
    if (problems.length < MOST_WRITTEN) problems.push(problem);
  };
  try {
    const questions = await checkDataset(file, { ...options, onProblem });
    return { file, questions, problems, counts, error: null };
  } catch (error) {
    if (asPageTraceError(error).reason === 'cancelled') throw error;
    return { file, questions: 0, problems, counts, error: sentenceOf(error) };
  }
}

function linesOf(linted: readonly LintedDataset[]): string {
  const lines: string[] = [];
  for (const { file, problems, counts } of linted) {
    for (const { line, severity, code, message } of problems)
      lines.push(`${file}:${line}: ${severity} ${code} ${message.replaceAll('\n', ' ')}\n`);
    const more = counts.error + counts.warning + counts.information - problems.length;
    if (more > 0) lines.push(`${file}: ... and ${countText(more, 'problem', 'problems')} more\n`);
  }
  return lines.join('');
}

function datasetJson({ file, questions, problems, counts, error }: LintedDataset): unknown {
  if (error !== null) return { file, error };
  return {
    file,
    questions,
    findings: problems.map(({ line, severity, code, message, path }) => ({
      line,
      path,
      severity,
      code,
      message,
    })),
    errors: counts.error,
    warnings: counts.warning,
    information: counts.information,
  };
}

type Summary = Readonly<
  Record<'datasets' | 'questions' | 'errors' | 'warnings' | 'information' | 'unreadable', number>
>;

function summaryOf(linted: readonly LintedDataset[]): Summary {
  const sum = (of: (each: LintedDataset) => number): number =>
    linted.reduce((total, each) => total + of(each), 0);
  return {
    datasets: linted.length,
    questions: sum(({ questions }) => questions),
    errors: sum(({ counts }) => counts.error),
    warnings: sum(({ counts }) => counts.warning),
    information: sum(({ counts }) => counts.information),
    unreadable: linted.filter(({ error }) => error !== null).length,
  };
}

function summarySentence(linted: readonly LintedDataset[]): string {
  const { datasets, questions, errors, warnings, information, unreadable } = summaryOf(linted);
  const said = [
    countText(questions, 'question', 'questions'),
    ...(errors === 0 ? [] : [countText(errors, 'error', 'errors')]),
    ...(warnings === 0 ? [] : [countText(warnings, 'warning', 'warnings')]),
    ...(information === 0 ? [] : [countText(information, 'note', 'notes')]),
    ...(unreadable === 0 ? [] : [`${countText(unreadable, 'data set', 'data sets')} could not be read`]),
  ];
  return `${countText(datasets, 'data set', 'data sets')}: ${said.join(', ')}.`;
}
