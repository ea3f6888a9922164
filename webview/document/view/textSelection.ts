import { useEffect } from 'preact/hooks';
import { textOfSpan } from '../layers/textLayer.ts';
import type { Surface } from '../surface.ts';

const pageOfNode = (node: Node | null): number | null => {
  const element = node instanceof Element ? node : (node?.parentElement ?? null);
  const page = Number(element?.closest<HTMLElement>('[data-page]')?.dataset['page'] ?? Number.NaN);
  return Number.isInteger(page) ? page : null;
};

/** Keeps the pages that contain an end of the selected text on the screen, and copies that text to the clipboard. */
export function useTextSelection({ viewer, text }: Surface): void {
  useEffect(() => {
    const onSelect = (): void => {
      const selected = document.getSelection();
      const held =
        selected?.isCollapsed === false
          ? [pageOfNode(selected.anchorNode), pageOfNode(selected.focusNode)]
          : [];
      const pages = [...new Set(held.filter((page) => page !== null))];
      if (pages.join() !== viewer.pinned.peek().join()) viewer.pinned.value = pages;
    };
    const onCopy = (event: ClipboardEvent): void => {
      const selected = document.getSelection();
      const opened = viewer.document.peek();
      if (selected === null || selected.isCollapsed || selected.rangeCount === 0 || opened === null) return;
      const span = text.spanOf(selected.getRangeAt(0));
      if (span === null) return;
      event.preventDefault();
      const now = text.textNow(span);
      if (now !== null) event.clipboardData?.setData('text/plain', now);
      else void textOfSpan(opened, span).then(viewer.copy);
    };
    document.addEventListener('selectionchange', onSelect);
    document.addEventListener('copy', onCopy);
    return () => {
      document.removeEventListener('selectionchange', onSelect);
      document.removeEventListener('copy', onCopy);
    };
  }, [viewer, text]);
}
