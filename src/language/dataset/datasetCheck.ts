import { t } from '@vscode/l10n';
import { DatasetReader } from '../../core/datasets/datasetReader.ts';
import { documentProblems, type KnownDocument } from '../../core/datasets/documentProblems.ts';
import type { ItemProblem } from '../../core/datasets/model.ts';
import { wholeNumber } from '../../core/displayLocale.ts';
import { readJson } from '../../core/rewards/composite/jsonPlaces.ts';
import type { Diagnostic } from '../model.ts';
import { linesOf } from './lines.ts';

/** How much of a data set is checked while it is edited. */
export interface DatasetLimits {
  /** The most findings; a data set of another form has one on every line. */
  readonly findings: number;
  /** The most documents that are looked for. */
  readonly documents: number;
}

const DEFAULT_LIMITS: DatasetLimits = { findings: 1000, documents: 1000 };

/** What is wrong with a data set. */
export interface DatasetCheck {
  readonly findings: readonly Diagnostic[];
  /** The documents that it names and of which nothing is known yet. */
  readonly unknown: readonly string[];
}

/**
 * Checks the text of a data set.
 * @param known what is known of its documents, by their paths in it
 * @param isCut whether the text goes on after what is given here
 */
export function checkDatasetText(
  text: string,
  known: Readonly<Record<string, KnownDocument>>,
  isCut: boolean,
  limits = DEFAULT_LIMITS,
): DatasetCheck {
  const reader = new DatasetReader();
  const findings: Diagnostic[] = [];
  const unknown = new Set<string>();
  const lines = linesOf(text);
  // The last line of a text that was cut is not whole.
  const whole = isCut ? lines.slice(0, -1) : lines;
  let checked = 0;
  for (const { start, text: line, number } of whole) {
    if (findings.length >= limits.findings) break;
    checked = start + line.length;
    if (line.trim() === '') continue;
    const record = parse(line);
    if (record === undefined) {
      findings.push(...syntaxFindings(line, start));
      continue;
    }
    const { item, problems } = reader.read(record, number);
    const found = [...problems];
    if (item !== null) {
      const about = item.documents.map(({ path }) => {
        const document = Object.hasOwn(known, path) ? (known[path] ?? null) : null;
        if (document === null && unknown.size < limits.documents) unknown.add(path);
        return document;
      });
      found.push(...documentProblems(item, about));
    }
    if (found.length > 0) findings.push(...placed(found, line, start));
  }
  if (isCut || checked < (whole.at(-1)?.start ?? 0)) findings.push(notChecked(text, checked));
  return { findings, unknown: [...unknown] };
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line.replace(/^\uFEFF/, '')) as unknown;
  } catch {
    return undefined;
  }
}

/** The first mistake of a line that is no JSON: what follows is mostly its consequence. */
function syntaxFindings(line: string, start: number): readonly Diagnostic[] {
  const [fault] = readJson(line).faults;
  const span = fault?.span ?? { start: 0, end: line.length };
  return [
    {
      code: 'no-record',
      severity: 'error',
      message: fault?.message ?? t('This is not JSON.'),
      span: { start: start + span.start, end: start + span.end },
    },
  ];
}

/** Problems at their places in a line: unknown keys at the key, others at the value. */
function placed(problems: readonly ItemProblem[], line: string, start: number): readonly Diagnostic[] {
  const json = readJson(line);
  return problems.map(({ code, severity, message, path }) => {
    const span =
      path.length === 0 ? wholeLine(line) : code === 'unknown-key' ? json.keyPlace(path) : json.place(path);
    return { code, severity, message, span: { start: start + span.start, end: start + span.end } };
  });
}

/** A line without the white space at its ends. */
function wholeLine(line: string): { readonly start: number; readonly end: number } {
  return { start: line.length - line.trimStart().length, end: line.trimEnd().length };
}

function notChecked(text: string, checked: number): Diagnostic {
  const start = text.lastIndexOf('\n', checked - 1) + 1;
  const { length } = linesOf(text.slice(0, checked));
  return {
    code: 'not-checked',
    severity: 'information',
    message: t(
      'Only the first {0} lines are checked here. pagetrace lint checks all of them.',
      wholeNumber(length),
    ),
    span: { start, end: Math.max(start, checked) },
  };
}
