import { frontMatterPlace } from '../../records/frontMatter.ts';
import type { Trainer } from '../../rewards/trainers.ts';
import type { Span } from '../../span.ts';
import { renderTemplate, type Rendered } from '../jinja/render.ts';
import { readPromptFile, type PromptFile } from '../promptFile.ts';
import { filledBy, type Filled } from './filled.ts';
import { fileFindings, frontMatterSent, isRendered, promptFinding, type RenderedFor } from './fileRules.ts';
import { imageCountsOf } from './imageCounts.ts';
import { lintReadings, QUESTION } from './lintReadings.ts';
import type { LintOptions, PromptFinding, PromptFix, PromptLint } from './model.ts';
import type { Rendering } from './reading/rendering.ts';
import { notSwitchedOff, unknownRules } from './suppression.ts';

/**
 * Checks a prompt file against the reward that will score its responses: renders it for several numbers of images,
 * reads what it asks for and shows, and scores every example in it with that reward. Uses only the text and the reward.
 * Never throws on any text.
 */
export function lintPrompt(text: string, options: LintOptions): PromptLint {
  const file = readPromptFile(options.name, text);
  const trainer = chooseTrainer(file, options);
  const filled = filledBy(file.prompt, trainer, QUESTION);
  const renderings = (options.numImages ?? imageCountsOf(file.prompt.template)).map(
    (numImages): RenderedFor => ({
      numImages,
      rendered: renderTemplate(file.prompt.template, filled.variables(numImages)),
    }),
  );
  const findings = [
    ...(trainer === null ? [] : frontMatterSent(text, trainer)),
    ...fileFindings(file, renderings, options.modelLength ?? null, filled),
    ...unknownRules(text, file),
  ];
  if (typeof options.composite === 'string') {
    const span = frontMatterPlace(text, 'reward') ?? { start: 0, end: 0 };
    findings.push(promptFinding('front-matter', span, options.composite, { severity: 'error' }));
  }
  if (typeof options.mapFault === 'string')
    findings.push(
      promptFinding('front-matter', { start: 0, end: 0 }, options.mapFault, { severity: 'error' }),
    );
  const read = renderings.every(isRendered) ? renderings : [];
  const linted = lintReadings(
    file,
    read.map(({ numImages, rendered }) => placeRendering(text, file, rendered, numImages)),
    trainer,
    options,
  );
  const known = new Map<PromptFix, boolean>();
  for (const finding of linted.findings) findings.push(withoutEmptyVariables(finding, filled, known));
  findings.sort((a, b) => a.span.start - b.span.start || a.span.end - b.span.end);
  return {
    ...linted,
    findings: notSwitchedOff(text, findings, [...(options.off ?? []), ...file.lintOff]),
  };
}

/** A finding without the repairs that would write a variable that nothing fills. */
function withoutEmptyVariables(
  finding: PromptFinding,
  filled: Filled,
  known: Map<PromptFix, boolean>,
): PromptFinding {
  const writesEmpty = ({ edits }: PromptFix): boolean =>
    edits.some(({ text }) =>
      [...text.matchAll(/\{\{-?\s*(\w+)/g)].some(({ 1: name = '' }) => !filled.has(name)),
    );
  const fixes = finding.fixes.filter((fix) => {
    const isEmpty = known.get(fix) ?? writesEmpty(fix);
    known.set(fix, isEmpty);
    return !isEmpty;
  });
  return fixes.length === finding.fixes.length ? finding : { ...finding, fixes };
}

/** The trainer that sends a prompt: as the options say, otherwise as its settings name it; null for none. */
function chooseTrainer(file: PromptFile, { trainer, usualTrainer = null }: LintOptions): Trainer | null {
  if (trainer !== undefined) return trainer;
  if (file.trainer !== null) return file.trainer === 'none' ? null : file.trainer;
  return usualTrainer;
}

/** A rendered prompt, with the places of its text in the file. */
function placeRendering(text: string, file: PromptFile, rendered: Rendered, numImages: number): Rendering {
  const written = (span: Span): Span | null => {
    const start = rendered.templateOffset(span.start);
    if (span.start >= span.end) return start === null ? null : { start, end: start };
    const last = rendered.templateOffset(span.end - 1);
    return start === null || last === null ? null : { start, end: last + 1 };
  };
  const inFile = ({ start, end }: Span): Span => ({
    start: Math.min(start + file.templateStart, text.length),
    end: Math.min(end + file.templateStart, text.length),
  });
  return {
    numImages,
    text: rendered.text,
    isWritten: (span) => {
      const place = written(span);
      return (
        place !== null &&
        file.prompt.template.slice(place.start, place.end) === rendered.text.slice(span.start, span.end)
      );
    },
    place: (span) => {
      const place = written(span);
      if (place !== null && place.start <= place.end) return inFile(place);
      // The text that a variable printed may be in the front matter, such as the name of a tool.
      const said = rendered.text.slice(span.start, span.end);
      const named = said === '' ? -1 : text.slice(0, file.templateStart).indexOf(said);
      if (named >= 0) return { start: named, end: named + said.length };
      const start = rendered.tagOffset(span.start) ?? 0;
      const last = rendered.tagOffset(Math.max(span.start, span.end - 1)) ?? start;
      const isCopied = rendered.templateOffset(Math.max(span.start, span.end - 1)) !== null;
      const tagEnd = isCopied ? null : /[%}]\}/.exec(file.prompt.template.slice(last));
      const end = tagEnd === null ? last + 1 : last + tagEnd.index + 2;
      return inFile({ start, end: Math.max(start, end) });
    },
  };
}
