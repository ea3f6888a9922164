import type { JSX } from 'preact';
import type { PreviewPiece } from '../../src/core/prompts/preview.ts';
import { textOffset } from '../shared/textOffset.ts';

export interface MessageTextProps {
  readonly pieces: readonly PreviewPiece[];
  /** Called with the offset in the rendered text that was clicked. */
  readonly onReveal: (at: number) => void;
}

/** The text of a part, with the values of variables highlighted. A click shows the place in the template. */
export function MessageText({ pieces, onReveal }: MessageTextProps): JSX.Element {
  return (
    // With the keyboard, the same places can be reached in the editor of the template.
    <div
      class="words"
      onClick={(event) => {
        if (getSelection()?.isCollapsed === false) return;
        const at = clickedOffset(event);
        if (at !== null) onReveal(at);
      }}
    >
      {pieces.map(({ text, from, at }) => (
        <span key={at} class={from} data-at={at}>
          {text}
        </span>
      ))}
    </div>
  );
}

/** The clicked offset in the rendered text. */
function clickedOffset(event: MouseEvent): number | null {
  const element = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-at]') : null;
  const start = Number(element?.dataset['at'] ?? NaN);
  if (!element || Number.isNaN(start)) return null;
  const caret = document.caretPositionFromPoint(event.clientX, event.clientY);
  const inside =
    caret && element.contains(caret.offsetNode) ? textOffset(element, caret.offsetNode, caret.offset) : 0;
  return start + Math.min(inside, Math.max(0, element.textContent.length - 1));
}
