import type { SourceText } from './model.ts';

/** A part of a document that is one trajectory file: the whole document, or the content of a Markdown code fence. */
export interface Region {
  readonly text: string;
  /** Offset of the text in its document. */
  readonly start: number;
}

/** The language names of Markdown code fences that contain a trajectory. */
const FENCE_LANGUAGES: readonly string[] = ['pagetrace-trajectory', 'trajectory'];

const LANGUAGES = FENCE_LANGUAGES.join('|');
const FENCE = /^[ \t]*(?:[-*+][ \t]+|\d+[.)][ \t]+)*(`{3,}|~{3,})[ \t]*([^\s`{]*)/;
const NAMED = new RegExp(`(?:\`{3}|~{3})[ \\t]*(?:${LANGUAGES})\\b`, 'i');

/** The trajectories of a document, in order. A fence that is not closed extends to the end of the document. */
export function regionsOf({ kind, text }: SourceText): readonly Region[] {
  if (kind === 'trajectory') return [{ text, start: 0 }];
  if (!mayHoldTrajectory(text)) return [];
  const regions: Region[] = [];
  let open: { readonly mark: string; readonly isOurs: boolean; readonly start: number } | null = null;
  for (let start = 0; start < text.length;) {
    const newline = text.indexOf('\n', start);
    const end = newline < 0 ? text.length : newline + 1;
    const line = text.slice(start, end);
    if (open === null) {
      const [, mark, language = ''] = FENCE.exec(line) ?? [];
      if (mark !== undefined) {
        open = { mark, isOurs: FENCE_LANGUAGES.includes(language.toLowerCase()), start: end };
      }
    } else if (closes(line, open.mark)) {
      if (open.isOurs) regions.push({ text: text.slice(open.start, start), start: open.start });
      open = null;
    }
    start = end;
  }
  if (open?.isOurs === true) regions.push({ text: text.slice(open.start), start: open.start });
  return regions;
}

/** Whether `line` closes a fence that `mark` opened: it consists of at least as many of the same mark. */
function closes(line: string, mark: string): boolean {
  const written = line.trim();
  return written.length >= mark.length && written === mark.charAt(0).repeat(written.length);
}

/** Whether a Markdown text can contain a trajectory: a quick test that does not read its fences. */
export function mayHoldTrajectory(text: string): boolean {
  return NAMED.test(text);
}
