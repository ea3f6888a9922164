import { frontMatterPlace } from '../../core/records/frontMatter.ts';
import { unmetExpectations } from '../../core/records/expectedScore.ts';
import type { Finding } from '../../core/span.ts';
import { FINDING_CHECKS, type CheckCode } from '../../core/trajectory/findingChecks.ts';
import { isFindingCode } from '../../core/trajectory/findings.ts';
import type { Diagnostic } from '../model.ts';
import type { Analysis } from './analysis.ts';
import { partitionPoint } from '../../core/binarySearch.ts';

/**
 * Rules whose findings say the same as a note of the reward about the same place, by the note's code. Other notes are
 * always shown.
 */
const SAID_BY: Readonly<Record<string, readonly CheckCode[]>> = {
  'tag-not-read': ['tags-plain', 'tags-whole'],
  'tool-not-seen': [
    'attributes-readable',
    'args-filled',
    'tools-known',
    'tools-closed',
    'tags-plain',
    'tags-whole',
  ],
  'tool-not-counted': ['tools-in-place'],
  'image-not-read': ['images-named'],
  'tool-name-case': ['tools-known'],
  'box-not-read': ['boxes-readable'],
  'box-inverted': ['boxes-sound'],
  'evidence-item-not-read': ['evidence-readable', 'evidence-by-image'],
};

/**
 * What is wrong or noteworthy in a trajectory file: in its front matter, in the response, and where the reward reads
 * differently from a person. In text order.
 */
export function diagnosticsOf(analysis: Analysis): readonly Diagnostic[] {
  const { file, trajectory, score } = analysis;
  const found: Diagnostic[] = file.problems.map((problem) => ({
    ...problem,
    span: analysis.placeInFile(problem.span),
  }));
  const { composite, region } = analysis;
  const named = typeof composite?.fault === 'string' ? frontMatterPlace(region.text, 'reward') : null;
  if (named !== null && typeof composite?.fault === 'string') {
    const span = analysis.placeInFile(named);
    found.push({ code: 'front-matter-value', severity: 'error', span, message: composite.fault });
  }
  const add = (finding: Finding): void => {
    found.push({ ...finding, span: analysis.place(finding.span) });
  };
  // A file without a response yet has no findings.
  if (file.response.trim() === '') return found;
  trajectory.findings.forEach(add);
  const isSaid = coversNotes(trajectory.findings);
  for (const note of score?.notes ?? []) if (!isSaid(note)) add(note);
  found.push(...unexpectedScore(analysis));
  return found.sort((a, b) => a.span.start - b.span.start || a.span.end - b.span.end);
}

/** The parts of the score that differ from those that the front matter expects. */
function unexpectedScore(analysis: Analysis): readonly Diagnostic[] {
  const { file, region, score } = analysis;
  if (file.expected === null || score === null) return [];
  const place = frontMatterPlace(region.text, 'expected');
  if (place === null) return [];
  const span = analysis.placeInFile(place);
  return unmetExpectations(file.expected, score).map((message) => ({
    code: 'score-unexpected',
    severity: 'warning',
    span,
    message,
  }));
}

/** Creates a test of whether one of `findings` (in text order) says the same as a note: it begins inside the note. */
function coversNotes(findings: readonly Finding[]): (note: Finding) => boolean {
  const byRule = new Map<CheckCode, number[]>();
  for (const { code, span } of findings) {
    if (!isFindingCode(code)) continue;
    const check = FINDING_CHECKS[code];
    const starts = byRule.get(check);
    if (starts === undefined) byRule.set(check, [span.start]);
    else starts.push(span.start);
  }
  return ({ code, span }) =>
    (SAID_BY[code] ?? []).some((rule) => {
      const starts = byRule.get(rule) ?? [];
      const first = starts[partitionPoint(starts.length, (index) => (starts[index] ?? 0) < span.start)];
      return first !== undefined && first <= span.end;
    });
}
