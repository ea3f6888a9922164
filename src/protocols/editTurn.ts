import { t } from '@vscode/l10n';
import { PageTraceError } from '../core/errors.ts';
import type { RequestPart } from '../inference/model.ts';
import type { Conversation, Turn } from './model.ts';
import { lastTurn } from './turns.ts';

/** How an image stands in the text of a turn that a person edits. */
const IMAGE = /<image (\d{1,6})>/;

/** What was said in a turn, as a text that can be edited; `<image 2>` stands for image 2. */
export function turnAsText(turn: Turn): string {
  if (turn.speaker === 'model') return turn.text;
  return turn.parts.map((part) => (part.type === 'text' ? part.text : `<image ${part.image}>`)).join('');
}

/**
 * The conversation whose last turn says something else. Nothing is known any more of how the model came to write it.
 * @throws PageTraceError `bad-input` for an image that was not shown
 */
export function editLastTurn(conversation: Conversation, text: string): Conversation {
  const turn = lastTurn(conversation);
  if (turn === null || turnAsText(turn) === text) return conversation;
  const edited = editTurn(turn, text, conversation.images.length);
  return { ...conversation, turns: [...conversation.turns.slice(0, -1), edited] };
}

function editTurn(turn: Turn, text: string, images: number): Turn {
  if (turn.speaker === 'model') return { ...turn, text, report: null, usage: null, isEdited: true };
  return { ...turn, parts: readParts(text, images), isEdited: true };
}

function readParts(text: string, images: number): readonly RequestPart[] {
  return text.split(IMAGE).flatMap((piece, index): readonly RequestPart[] => {
    if (index % 2 === 0) return piece === '' ? [] : [{ type: 'text', text: piece }];
    const image = Number(piece);
    if (image >= 1 && image <= images) return [{ type: 'image', image }];
    throw new PageTraceError('bad-input', t('There is no image {0}.', image), {
      hint: t('Name an image from 1 to {0}.', images),
    });
  });
}
