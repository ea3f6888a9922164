import { t } from '@vscode/l10n';
import { imagesPhrase } from '../countPhrases.ts';
import { fillPrompt, type PromptFile } from './promptFile.ts';

/** A piece of text in a filled prompt: the template's own text, or the value of a variable or an expression. */
export interface PreviewPiece {
  readonly text: string;
  readonly from: 'template' | 'variable';
  /** Offset of its first character in the rendered text. */
  readonly at: number;
}

/** A part of the message as it is sent. */
export type PreviewPart =
  | { readonly type: 'text'; readonly pieces: readonly PreviewPiece[]; readonly text: string }
  | { readonly type: 'image'; readonly image: number; readonly marked: boolean };

/** A problem of a prompt file, at an offset of the file. */
export interface PreviewProblem {
  readonly message: string;
  readonly start: number;
  readonly end: number;
}

/** A prompt file filled for a question, to be shown to a person. */
export interface PromptPreview {
  readonly parts: readonly PreviewPart[];
  readonly problems: readonly PreviewProblem[];
  /** Whether text was left out because there is too much of it. */
  readonly cut: boolean;
  /** The offset in the file of a character of the rendered text, or of the tag that produced it. */
  readonly placeOf: (at: number) => number | null;
}

/** The most characters of text that a preview shows. */
const MOST_TEXT = 200_000;

/** Fills a prompt file for a question about `numImages` images. Never throws: errors are among the problems. */
export function previewPrompt(
  file: PromptFile,
  question: string,
  numImages: number,
  mostText = MOST_TEXT,
): PromptPreview {
  const { rendered, parts, placed } = fillPrompt(file.prompt, question, numImages);
  const start = file.templateStart;
  let room = mostText;
  let cut = false;
  const shown: PreviewPart[] = [];
  for (const part of parts) {
    if (part.type === 'image') {
      shown.push({ type: 'image', image: part.image, marked: part.start !== null });
      continue;
    }
    const text = part.text.slice(0, room);
    cut ||= text.length < part.text.length;
    room -= text.length;
    if (text !== '')
      shown.push({ type: 'text', text, pieces: piecesOf(text, part.start ?? 0, rendered.templateOffset) });
  }
  const problems = [
    ...file.problems.map(({ message, span }) => ({ message, ...span })),
    ...rendered.findings.map(({ message, span }) => ({
      message,
      start: start + span.start,
      end: start + span.end,
    })),
    ...rendered.unfilled.map(({ name, span }) => ({
      message: t('Nothing fills "{0}", so its place is empty.', name),
      start: start + span.start,
      end: start + span.end,
    })),
  ];
  if (placed > numImages) {
    problems.push({
      message: t(
        'The template places {0}, but the question comes with {1}.',
        imagesPhrase(placed),
        imagesPhrase(numImages),
      ),
      start,
      end: start,
    });
  }
  if (problems.length === 0 && !rendered.used.has('content') && !rendered.used.has('question')) {
    problems.push({
      message: t('The template does not contain the question. Put {{ content }} where it belongs.'),
      start,
      end: start,
    });
  }
  return {
    parts: shown,
    problems: problems.sort((a, b) => a.start - b.start),
    cut,
    placeOf: (at) => {
      const offset = rendered.tagOffset(at);
      return offset === null ? null : start + offset;
    },
  };
}

function piecesOf(
  text: string,
  start: number,
  templateOffset: (offset: number) => number | null,
): readonly PreviewPiece[] {
  const pieces: PreviewPiece[] = [];
  let begin = 0;
  const originAt = (index: number) => (templateOffset(start + index) === null ? 'variable' : 'template');
  while (begin < text.length) {
    const from = originAt(begin);
    let end = begin + 1;
    while (end < text.length && originAt(end) === from) end++;
    pieces.push({ text: text.slice(begin, end), from, at: start + begin });
    begin = end;
  }
  return pieces;
}
