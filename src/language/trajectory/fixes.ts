import { t } from '@vscode/l10n';
import { updateTrajectoryFile } from '../../core/records/trajectoryFile.ts';
import { partitionPoint } from '../../core/binarySearch.ts';
import type { Finding, Span } from '../../core/span.ts';
import { detectDialect } from '../../core/trajectory/detect.ts';
import { dialectOf } from '../../core/trajectory/dialects/registry.ts';
import { isFindingCode, type FindingCode } from '../../core/trajectory/findings.ts';
import type { DialectName } from '../../core/trajectory/model.ts';
import type { Diagnostic, Fix, TextEdit } from '../model.ts';
import { mostSimilarName } from '../../core/nearestName.ts';
import { analyzeEdit, type Analysis } from './analysis.ts';
import { CALL_REPAIRS } from './callRepairs.ts';
import { diagnosticsOf } from './diagnostics.ts';
import { FRONT_MATTER_KEYS, frontMatterKey } from './frontMatterKeys.ts';
import { PART_REPAIRS } from './partRepairs.ts';
import { repairContext, type Repair } from './repairs.ts';
import { describeChange } from './reward.ts';
import { TAG_REPAIRS } from './tagRepairs.ts';

const REPAIRS = { ...TAG_REPAIRS, ...CALL_REPAIRS, ...PART_REPAIRS };

/** Whether there is a repair for findings with this code. */
export function hasRepair(code: FindingCode): boolean {
  return Object.hasOwn(REPAIRS, code);
}

/** The most findings that one request repairs, because making and checking each repair takes time. */
const MOST_FINDINGS = 8;

/** A repair in the file's own offsets. */
interface Proposal {
  readonly title: string;
  readonly edits: readonly TextEdit[];
  readonly preferred: boolean;
}

/**
 * The repairs of the findings within `range` of the document. Each one was made and checked: it leaves fewer findings
 * of its kind, and its title says how the reward changes. In a long range, only the first findings are repaired.
 */
export function fixesAt(analysis: Analysis, range: Span): readonly Fix[] {
  return diagnosticsOf(analysis)
    .filter(({ span }) => span.start <= range.end && span.end >= range.start)
    .slice(0, MOST_FINDINGS)
    .flatMap((diagnostic) => {
      const fixes = proposals(analysis, diagnostic).flatMap(
        (proposal) => checkProposal(analysis, diagnostic, proposal) ?? [],
      );
      // If two are equally good, the person chooses.
      const isChoice = fixes.filter(({ preferred }) => preferred).length > 1;
      return isChoice ? fixes.map((fix) => ({ ...fix, preferred: false })) : fixes;
    });
}

function checkProposal(
  analysis: Analysis,
  diagnostic: Diagnostic,
  { title, edits, preferred }: Proposal,
): Fix | null {
  const after = analyzeEdit(analysis, applyEdits(analysis.region.text, edits));
  if (countDiagnostics(after, diagnostic.code) >= countDiagnostics(analysis, diagnostic.code)) return null;
  const change =
    analysis.score === null || after.score === null
      ? ''
      : ` (${describeChange(analysis.score, after.score)})`;
  return {
    title: title + change,
    edits: edits.map(({ span, newText }) => ({ span: analysis.placeInFile(span), newText })),
    diagnostic,
    preferred,
  };
}

const countDiagnostics = (analysis: Analysis, code: string): number =>
  diagnosticsOf(analysis).filter((diagnostic) => diagnostic.code === code).length;

function proposals(analysis: Analysis, diagnostic: Diagnostic): readonly Proposal[] {
  return [...ownProposals(analysis, diagnostic), ...dialectProposals(analysis, diagnostic)];
}

/** Proposals that do not need another dialect. */
function ownProposals(analysis: Analysis, diagnostic: Diagnostic): readonly Proposal[] {
  const { code, span } = diagnostic;
  const { file, bodyStart } = analysis;
  if (code === 'front-matter-unknown-key' || code === 'front-matter-value')
    return frontMatterProposals(analysis, diagnostic);
  const finding: Finding = {
    ...diagnostic,
    span: { start: span.start - bodyStart, end: span.end - bodyStart },
  };
  const repairs = isFindingCode(code)
    ? (REPAIRS[code]?.(repairContext(analysis, finding)) ?? [])
    : noteRepairs(analysis, finding);
  return repairs.map(({ title, changes, preferred }) => ({
    title,
    edits: editsOf(changes, file.bodyStart),
    preferred,
  }));
}

const editsInFile = new WeakMap<Repair['changes'], readonly TextEdit[]>();

/** Changes of a response that begins at `bodyStart` as edits of the file. Repairs of one response can share changes. */
function editsOf(changes: Repair['changes'], bodyStart: number): readonly TextEdit[] {
  const edits =
    editsInFile.get(changes) ??
    changes.map(({ span: { start, end }, newText }) => ({
      span: { start: start + bodyStart, end: end + bodyStart },
      newText,
    }));
  editsInFile.set(changes, edits);
  return edits;
}

/** Proposes the dialect that the response shows, for what the dialect of the file does not have. */
function dialectProposals(analysis: Analysis, { code }: Diagnostic): readonly Proposal[] {
  const { region, file } = analysis;
  if (code !== 'foreign-tag' && code !== 'tool-in-dialect-without-tools') return [];
  const { dialect } = detectDialect(file.response);
  if (dialect === analysis.dialectName) return [];
  const edit = dialectEdit(analysis, dialect);
  if (edit === null) return [];
  const title = t('Read it as {0}', dialectOf(dialect).name);
  return [
    {
      title,
      edits: [
        { ...edit, span: { start: edit.span.start - region.start, end: edit.span.end - region.start } },
      ],
      preferred: false,
    },
  ];
}

/** Repairs for notes that only the reward makes. */
function noteRepairs({ file }: Analysis, { code, span }: Finding): readonly Repair[] {
  if (code !== 'image-list-not-read') return [];
  const text = file.response.slice(span.start, span.end);
  const written = text.replace(/(?<=\P{Nd})\p{Nd}+$/u, 'Image $&');
  return [{ title: t('Write “{0}”', written), changes: [{ span, newText: written }], preferred: true }];
}

/** Proposes the key or value that was probably meant; the finding of a wrong value names its key. */
function frontMatterProposals({ region }: Analysis, { code, span }: Diagnostic): readonly Proposal[] {
  const { text, start } = region;
  const key = text.slice(span.start - start, span.end - start);
  const gap =
    /^[ \t]*:[ \t]*["']?/.exec(text.slice(span.end - start, span.end - start + key.length + 100))?.[0] ?? '';
  const isKey = code === 'front-matter-unknown-key';
  const at = span.end - start + gap.length;
  const value = /^[\w.-]*/.exec(text.slice(at, at + 100))?.[0] ?? '';
  const near = isKey
    ? mostSimilarName(
        key,
        FRONT_MATTER_KEYS.map((each) => each.key),
      )
    : mostSimilarName(
        value,
        (frontMatterKey(key)?.values ?? []).map((each) => each.value),
      );
  const place = isKey
    ? { start: span.start - start, end: span.end - start }
    : { start: at, end: at + value.length };
  return near === null
    ? []
    : [{ title: t('Write {0}', near), edits: [{ span: place, newText: near }], preferred: true }];
}

/**
 * The edit that names `dialect` in the front matter, which is added if there is none; nothing else changes. Null if the
 * front matter is broken and cannot be written.
 */
export function dialectEdit({ region, file }: Analysis, dialect: DialectName): TextEdit | null {
  if (file.problems.some(({ code }) => code === 'front-matter-broken')) return null;
  const updated = updateTrajectoryFile(region.text, { dialect });
  return {
    span: { start: region.start, end: region.start + file.bodyStart },
    newText: updated.slice(0, updated.length - (region.text.length - file.bodyStart)),
  };
}

/** Applies edits that do not overlap to `text`. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  let edited = '';
  let at = 0;
  for (const { span, newText } of inOrder(edits)) {
    edited += text.slice(at, span.start) + newText;
    at = span.end;
  }
  return edited + text.slice(at);
}

const inOrder = (edits: readonly TextEdit[]): readonly TextEdit[] =>
  [...edits].sort((a, b) => a.span.start - b.span.start || a.span.end - b.span.end);

/** The most rounds of repairs, because a repair can reveal further findings. */
const MOST_ROUNDS = 8;

/**
 * All preferred repairs of the file in one edit; null if there are none. A round that leaves more findings or a lower
 * reward is discarded.
 */
export function fixAll(analysis: Analysis): TextEdit | null {
  let best = analysis;
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const edits = compatibleEdits(best);
    if (edits.length === 0) break;
    const next = analyzeEdit(best, applyEdits(best.region.text, edits));
    if (diagnosticsOf(next).length >= diagnosticsOf(best).length || isLowerReward(next, best)) break;
    best = next;
  }
  if (best === analysis) return null;
  return difference(analysis.region, best.region.text);
}

/** The smallest edit that turns the text of a region into `edited`, without their common beginning and end. */
function difference({ text, start }: Analysis['region'], edited: string): TextEdit {
  const shortest = Math.min(text.length, edited.length);
  let head = 0;
  while (head < shortest && text.charCodeAt(head) === edited.charCodeAt(head)) head++;
  let tail = 0;
  while (tail < shortest - head && text.at(-1 - tail) === edited.at(-1 - tail)) tail++;
  return {
    span: { start: start + head, end: start + text.length - tail },
    newText: edited.slice(head, edited.length - tail),
  };
}

/** The edits of the preferred repairs that do not overlap, in text order. */
function compatibleEdits(analysis: Analysis): readonly TextEdit[] {
  const chosen: TextEdit[] = [];
  /** How many of the chosen edits begin at an offset or before it. */
  const countUpTo = (offset: number): number =>
    partitionPoint(chosen.length, (index) => (chosen[index]?.span.start ?? 0) <= offset);
  for (const diagnostic of diagnosticsOf(analysis)) {
    const [first, ...others] = ownProposals(analysis, diagnostic).filter(({ preferred }) => preferred);
    if (first === undefined || others.length > 0) continue;
    const isFree = first.edits.every(({ span }) => {
      const before = chosen[countUpTo(span.end) - 1];
      return before === undefined || before.span.end < span.start;
    });
    if (!isFree) continue;
    for (const edit of inOrder(first.edits)) chosen.splice(countUpTo(edit.span.start), 0, edit);
  }
  return chosen;
}

function isLowerReward(next: Analysis, before: Analysis): boolean {
  const value = ({ score }: Analysis): number => score?.overall ?? score?.ifRight ?? -Infinity;
  return value(next) < value(before);
}
