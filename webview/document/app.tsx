import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { damagedPdf } from '../../src/core/unreadable.ts';
import { Button, ProgressRing } from '../shared/controls.tsx';
import { FindBar } from './findBar.tsx';
import { PageBar } from './pageBar.tsx';
import { focusPages, Pages } from './pages.tsx';
import type { Surface } from './surface.ts';
import { textOfSpan } from './textLayers.ts';
import { Thumbnails } from './thumbnails.tsx';
import type { OpenFailure } from './viewedDocument.ts';

/** The whole document view. */
export function App({ surface }: { readonly surface: Surface }): JSX.Element {
  const { viewer, finder } = surface;
  useKeys(surface);
  useTextSelection(surface);
  const phase = viewer.phase.value;
  if (phase.kind === 'loading') {
    return (
      <main class="state-view" aria-busy="true">
        <ProgressRing />
        <p role="status">Opening {viewer.name.value === '' ? 'the document' : viewer.name.value}</p>
      </main>
    );
  }
  if (phase.kind !== 'ready')
    return <Failure failure={phase} name={viewer.name.value} retry={viewer.retry} />;
  const notice = viewer.notice.value;
  return (
    <main class="document">
      <h1 class="spoken">{viewer.name.value}</h1>
      <PageBar viewer={viewer} finder={finder} />
      {finder.shown.value && <FindBar finder={finder} pages={viewer.pageCount.value} />}
      <div class="notice" role="status" hidden={notice === null}>
        {notice}
      </div>
      <div class="document-body">
        {viewer.thumbnailsShown.value && <Thumbnails viewer={viewer} />}
        <Pages surface={surface} />
      </div>
    </main>
  );
}

interface FailureProps {
  readonly failure: OpenFailure;
  readonly name: string;
  readonly retry: () => void;
}

/** What stands in the place of the pages when there are none. */
export function Failure({ failure, name, retry }: FailureProps): JSX.Element {
  const { title, text, action } = told(failure, name);
  return (
    <main class="state-view">
      <h1>{title}</h1>
      <p>{text}</p>
      {action !== null && (
        <Button appearance="primary" onClick={retry}>
          {action}
        </Button>
      )}
    </main>
  );
}

function told(failure: OpenFailure, name: string): { title: string; text: string; action: string | null } {
  switch (failure.kind) {
    case 'empty':
      return {
        title: `${name} is empty`,
        text: 'The file has no pages. They appear here as soon as the file is written.',
        action: null,
      };
    case 'password':
      return {
        title: `${name} is protected by a password`,
        text: failure.wrong
          ? 'The password that was typed does not open it.'
          : 'Its pages are shown once the password is typed. The password is kept in memory only.',
        action: 'Enter Password',
      };
    case 'unreadable': {
      const { message, hint } = damagedPdf(name, failure.begins);
      return { title: message, text: hint, action: 'Read Again' };
    }
    case 'damaged':
      return { title: failure.message, text: failure.hint, action: 'Read Again' };
  }
}

/** Keys of the whole view; those it takes never reach VS Code, which would take some of them for its own window. */
function useKeys({ viewer, finder }: Surface): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (viewer.phase.peek().kind !== 'ready' || event.altKey) return;
      const command = event.ctrlKey || event.metaKey;
      const typing = event.composedPath()[0] instanceof HTMLInputElement;
      if (!take(event.key, command, event.shiftKey, typing)) return;
      event.preventDefault();
      event.stopPropagation();
    };
    const take = (key: string, command: boolean, shift: boolean, typing: boolean): boolean => {
      if (key === 'F3' || (command && (key === 'g' || key === 'G'))) {
        if (finder.shown.peek()) finder.step(shift ? -1 : 1);
        else finder.open();
      } else if (command && key === 'f') finder.open();
      else if (key === 'Escape' && finder.shown.peek()) {
        finder.close();
        focusPages();
      } else if (!command && typing) return false;
      else if (key === '+' || key === '=') viewer.stepZoom(1);
      else if (key === '-') viewer.stepZoom(-1);
      else if (key === '0') viewer.setZoom('width');
      else return false;
      return true;
    };
    // Whoever comes back to the editor goes on where the keys move the pages.
    const onFocus = (): void => {
      if (document.activeElement === document.body) focusPages();
    };
    document.addEventListener('keydown', onKeyDown);
    window.addEventListener('focus', onFocus);
    return () => {
      document.removeEventListener('keydown', onKeyDown);
      window.removeEventListener('focus', onFocus);
    };
  }, [viewer, finder]);
}

const pageOf = (node: Node | null): number | null => {
  const element = node instanceof Element ? node : (node?.parentElement ?? null);
  const page = Number(element?.closest<HTMLElement>('[data-page]')?.dataset['page'] ?? Number.NaN);
  return Number.isInteger(page) ? page : null;
};

/** Keeps the pages on the screen that hold an end of the selected text, and puts that text on the clipboard. */
function useTextSelection({ viewer, layers }: Surface): void {
  useEffect(() => {
    const onSelect = (): void => {
      const selected = document.getSelection();
      const held =
        selected?.isCollapsed === false ? [pageOf(selected.anchorNode), pageOf(selected.focusNode)] : [];
      const pages = [...new Set(held.filter((page) => page !== null))];
      if (pages.join() !== viewer.pinned.peek().join()) viewer.pinned.value = pages;
    };
    const onCopy = (event: ClipboardEvent): void => {
      const selected = document.getSelection();
      const opened = viewer.document.peek();
      if (selected === null || selected.isCollapsed || selected.rangeCount === 0 || opened === null) return;
      const span = layers.spanOf(selected.getRangeAt(0));
      if (span === null) return;
      event.preventDefault();
      const now = layers.textNow(span);
      if (now !== null) event.clipboardData?.setData('text/plain', now);
      else void textOfSpan(opened, span).then(viewer.copy);
    };
    document.addEventListener('selectionchange', onSelect);
    document.addEventListener('copy', onCopy);
    return () => {
      document.removeEventListener('selectionchange', onSelect);
      document.removeEventListener('copy', onCopy);
    };
  }, [viewer, layers]);
}
