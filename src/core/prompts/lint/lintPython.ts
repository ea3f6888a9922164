import { t } from '@vscode/l10n';
import { Positions } from '../../positions.ts';
import type { Span } from '../../span.ts';
import { KNOWN_TAGS } from '../../trajectory/dialects/tags.ts';
import { readPromptFile } from '../promptFile.ts';
import { findStrings, type StringConstant } from '../pythonSource/promptConstants.ts';
import { lintReadings, QUESTION } from './lintReadings.ts';
import type { LintOptions, PromptFinding, PromptFix, PromptLint } from './model.ts';
import { findTags } from './reading/promptTags.ts';
import { readRendering } from './reading/reading.ts';
import type { Rendering } from './reading/rendering.ts';
import { findAnswerMark } from './rules/answerMark.ts';
import { pythonEscapeFindings } from './rules/pythonEscapes.ts';
import type { RuleCode } from './ruleCatalogue.ts';
import { joinSentences } from './wording.ts';

/** A prompt in Python source, with its findings. */
export interface PythonPrompt {
  /** What its string is assigned to, as `SYSTEM_PROMPT` or `TEMPLATES["ocr"]`, or its line. */
  readonly name: string;
  readonly result: PromptLint;
}

/** A string that is a prompt, rendered with its question. */
interface FoundPrompt {
  readonly name: string;
  readonly rendering: Rendering;
  /** Whether it has fields whose text is not known, so that what is missing may be in them. */
  readonly isPartial: boolean;
}

const QUESTION_NAME =
  /^(?:\w*_)?(?:question|query|problem|content|instruction|prompt|request|task)s?(?:_\w*)?$/i;
const NUMBER_NAME = /^(?:num|n|number|count)_|_(?:count|num|number)$/i;
/** Names of strings that prompts have. */
const PROMPT_NAME =
  /prompt|template|instruct|system|prefix|suffix|message|content|query|question|format|few_?shot|user|guide/i;
/** Names of strings for the user of the program. */
const PROGRAM_NAME = /error|warning|log|usage|help|description|doc/i;
const CHAT_MARK = /<\|im_start\|>|\bUser:|\bAssistant:/;
/** What patterns have, and prompts do not. */
const PATTERN = /\.\*\??|\\[sdSwW]|\\b(?!oxed)|\(\?[:=!P<]|\[\\s\\S\]|\[\^/;
const FEWEST_WORDS = 8;

/** Findings that depend on how the script uses its strings, of which nothing is known. */
const OF_THE_SCRIPT: ReadonlySet<RuleCode> = new Set(['image-count-fixed', 'question-missing']);
/** Findings about what a prompt does not contain. */
const ABSENCES: ReadonlySet<RuleCode> = new Set(['tag-missing', 'tool-not-offered']);

/**
 * Checks the prompts in Python source: strings that ask for tags, with the fields of f-strings, `str.format` and `%`
 * as variables. Spans are in the source. Uses only the text and the reward, and never throws on any text.
 * @returns the prompts in order; none if no string is recognized as one
 */
export function lintPython(source: string, options: LintOptions): readonly PythonPrompt[] {
  const positions = new Positions(source);
  const strings = findStrings(source);
  const prompts = strings.flatMap((constant) => promptOf(source, positions, constant) ?? []);
  const naming = countNaming(prompts);
  const texts = strings.map(({ parts }) =>
    parts.map((part) => (part.kind === 'text' ? part.text : '')).join(''),
  );
  return prompts.map(({ name, rendering, isPartial }): PythonPrompt => {
    const linted = lintReadings(readPromptFile(name, ''), [rendering], null, options);
    const all = [...linted.findings, ...pythonEscapeFindings(rendering, source)];
    const findings = all.filter(({ code }) => {
      if (OF_THE_SCRIPT.has(code) || (code === 'reward-unclear' && options.requireReward !== true))
        return false;
      if (!ABSENCES.has(code)) return true;
      return (
        !isPartial &&
        !isCompleted(linted, rendering.text, naming) &&
        !isMarkedElsewhere(linted, rendering.text, texts)
      );
    });
    const off = new Set<string>(options.off ?? []);
    return {
      name,
      result: {
        ...linted,
        findings: findings
          .filter(({ code }) => !off.has(code))
          .map((finding) => namedFinding(finding, name))
          .sort((a, b) => a.span.start - b.span.start || a.span.end - b.span.end),
      },
    };
  });
}

/** How many of the prompts have each opening tag, by its name in lowercase. */
function countNaming(prompts: readonly FoundPrompt[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { rendering } of prompts)
    for (const name of openingTags(rendering.text)) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

const openingTags = (text: string): ReadonlySet<string> =>
  new Set([...text.toLowerCase().matchAll(/<([\w-]+)>/g)].map(([, name = '']) => name));

/** Whether another string of the file has a tag that the reward needs, so that the two may be sent together. */
function isCompleted(
  { reward, promises }: PromptLint,
  text: string,
  naming: ReadonlyMap<string, number>,
): boolean {
  const named = new Set(promises.tags.map(({ name }) => name.toLowerCase()));
  const own = openingTags(text);
  return (reward?.form.tags ?? []).some(({ name: written, required }) => {
    const name = written.toLowerCase();
    return required && !named.has(name) && (naming.get(name) ?? 0) > (own.has(name) ? 1 : 0);
  });
}

/** Whether only other strings of the file name the mark that the reward reads the answer from. */
function isMarkedElsewhere({ reward }: PromptLint, own: string, texts: readonly string[]): boolean {
  const mark = reward?.form.answerMark;
  if (mark === undefined || findAnswerMark(own, mark) !== null) return false;
  return texts.some((text) => findAnswerMark(text, mark) !== null);
}

/** A finding that says which string it is in, with the repairs that keep the literal valid. */
function namedFinding(finding: PromptFinding, name: string): PromptFinding {
  const [, line] = /^line (\d+)$/.exec(name) ?? [];
  const isPlain = ({ edits }: PromptFix): boolean => edits.every(({ text }) => /^[\w<>/ .:-]*$/.test(text));
  return {
    ...finding,
    message: joinSentences(
      finding.message,
      line === undefined ? t('(In {0}.)', name) : t('(In the string on line {0}.)', line),
    ),
    fixes: finding.fixes.filter(isPlain),
  };
}

/** The prompt that a string is; null for any other string. */
function promptOf(
  source: string,
  positions: Positions,
  { name, span, parts }: StringConstant,
): FoundPrompt | null {
  let text = '';
  const places: Span[] = [];
  let [hasQuestion, isPartial] = [false, false];
  for (const part of parts) {
    if (part.kind === 'text') {
      text += part.text;
      places.push(...part.places);
      continue;
    }
    const isQuestion = QUESTION_NAME.test(part.name);
    const isNumber = NUMBER_NAME.test(part.name);
    hasQuestion ||= isQuestion;
    isPartial ||= !isQuestion && !isNumber;
    const filled = isQuestion ? QUESTION : isNumber ? '3' : `{${part.name === '' ? 'value' : part.name}}`;
    text += filled;
    places.push(...Array.from({ length: filled.length }, () => part.span));
  }
  const rendering = placedRendering(source, text, places, span);
  if (!isPromptText(rendering, name, hasQuestion)) return null;
  return {
    name: name === '' ? `line ${positions.at(span.start).line}` : name,
    rendering,
    isPartial,
  };
}

/** Whether a string asks for tags as a prompt does: patterns, tags alone, and messages of a program do not. */
function isPromptText(rendering: Rendering, name: string, hasQuestion: boolean): boolean {
  const { text } = rendering;
  if (text.split(/\s+/).length < FEWEST_WORDS || PATTERN.test(text) || findTags(text).length === 0)
    return false;
  const { asked, shown } = readRendering(rendering, QUESTION, new Set());
  const names = new Set([
    ...asked.map((tag) => tag.name.toLowerCase()),
    ...shown.flatMap(({ blocks }) => blocks.map((block) => block.name.toLowerCase())),
  ]);
  const known = [...names].filter((tag) => KNOWN_TAGS.has(tag)).length;
  if (names.size === 0 || PROGRAM_NAME.test(name)) return false;
  return PROMPT_NAME.test(name) || hasQuestion || CHAT_MARK.test(text) || (names.size > 1 && known > 0);
}

/** The text of a string with the place of each of its characters. */
function placedRendering(source: string, text: string, places: readonly Span[], whole: Span): Rendering {
  const place = ({ start, end }: Span): Span => {
    const first = places[Math.min(start, places.length - 1)] ?? whole;
    const last = places[Math.min(Math.max(start, end - 1), places.length - 1)] ?? whole;
    return end <= start ? { start: first.start, end: first.start } : { start: first.start, end: last.end };
  };
  return {
    numImages: 3,
    text,
    place,
    isWritten: (span) => {
      const { start, end } = place(span);
      return source.slice(start, end) === text.slice(span.start, span.end);
    },
  };
}
