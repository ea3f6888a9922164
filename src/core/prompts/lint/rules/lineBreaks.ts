import { t } from '@vscode/l10n';
import { LONGEST_SENTENCE } from '../reading/refusals.ts';
import { Fences } from '../reading/fences.ts';
import type { Rule } from '../rule.ts';

/** Commands of LaTeX that begin with an n. */
const LATEX =
  /^\\n(?:abla|eq?q?|eg|exists|earrow|i|u|um|ot(?:in)?|olimits|onumber|ewline|ewcommand|less|mid|parallel|rightarrow|Rightarrow|subset(?:eq)?|warrow|vdash|ormalsize|obreak|atural)(?![a-z])/;
/** Words before the two characters that speak of them. */
const SPOKEN_OF_BEFORE =
  /(?:\b(?:with|by|us(?:e|es|ing)|as|an?|the|no|or|and|of|is|are|contains?|insert|escaped?|literal|characters?|newlines?|line (?:break|feed)s?|separators?|delimiters?|sequence|token)[ \t]+|[(（/][ \t]*|(?:换行符?|使用|用|以)[ \t]*)$/i;
const SPOKEN_OF_AFTER =
  /^[ \t]*(?:[)）]|(?:characters?|newlines?|separat\w+|between|for (?:a )?(?:new ?|)lines?)\b|换行|分隔|作为)/i;
/** What stands near them in a regular expression. */
const REGULAR_EXPRESSION = /\\[sdwbSDWB]|\(\?[:=!<]|\.[*+]|\[[^\][\n]*$/;
const NEAR = 30;

/**
 * Finds a backslash and an n where a line break was meant: between sentences, tags and lines, but not in code, in
 * quotes, in formulas, in patterns, or where the prompt speaks of the characters.
 */
export const lineBreakRule: Rule = function* ({ reading: { text, rendering } }) {
  const fences = new Fences(text);
  const places: number[] = [];
  for (const { index } of text.matchAll(/\\n/g)) {
    if (fences.around({ start: index, end: index + 2 }) !== null) continue;
    if (isMeantAsBreak(text, index) && rendering.isWritten({ start: index, end: index + 2 }))
      places.push(index);
  }
  const first = places[0];
  if (first === undefined) return;
  const others = places.length - 1;
  yield {
    code: 'line-break-escaped',
    span: { start: first, end: first + 2 },
    message: describeBreaks(others),
    fixes: [
      {
        title: others === 0 ? t('Start a new line') : t('Start new lines everywhere'),
        edits: places.map((start) => ({ span: { start, end: start + 2 }, text: '\n' })),
      },
    ],
  };
};

/** What the model reads, with the number of other places where it does. */
function describeBreaks(others: number): string {
  if (others === 0)
    return t(
      'Jinja does not read `\\n` as a line break: the model reads a backslash and an n. Start a new line instead.',
    );
  return others === 1
    ? t(
        'Jinja does not read `\\n` as a line break: the model reads a backslash and an n, here and in one other place. Start new lines instead.',
      )
    : t(
        'Jinja does not read `\\n` as a line break: the model reads a backslash and an n, here and in {0} other places. Start new lines instead.',
        others,
      );
}

function isMeantAsBreak(text: string, at: number): boolean {
  const before =
    text
      .slice(Math.max(0, at - LONGEST_SENTENCE), at)
      .split('\n')
      .at(-1) ?? '';
  const after = text.slice(at + 2, at + LONGEST_SENTENCE).split('\n', 1)[0] ?? '';
  const previous = before.at(-1) ?? '';
  if (previous === '\\' || LATEX.test(text.slice(at, at + 20))) return false;
  if (isQuoted(before, after) || SPOKEN_OF_BEFORE.test(before.slice(-NEAR)) || SPOKEN_OF_AFTER.test(after))
    return false;
  if (REGULAR_EXPRESSION.test(before.slice(-NEAR)) || /^[^[]{0,10}\]/.test(after)) return false;
  if (/(?:^|[\s"'`])[A-Za-z]:(?:[\\/]\w*)*$/.test(before)) return false;
  // A lowercase letter may go on with a word, as in a path, unless a sentence or a tag ends before it.
  return !/^[a-z]/.test(after) || /[.!?:;>})\]。！？：]$/.test(before);
}

/** Whether a place is inside quotes, backticks, or a formula on its line. */
function isQuoted(before: string, after: string): boolean {
  const isInside = (mark: string): boolean => before.split(mark).length % 2 === 0 && after.includes(mark);
  if (['"', '`', '$'].some(isInside)) return true;
  if (
    before.lastIndexOf('“') > before.lastIndexOf('”') ||
    before.lastIndexOf('\\(') > before.lastIndexOf('\\)')
  )
    return true;
  return /(?:^|[\s(,=:[{])'[^'\n]*$/.test(before) && /^[^'\n]*'(?:[\s),.;:\]}]|$)/.test(after);
}
