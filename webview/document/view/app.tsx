import type { JSX } from 'preact';
import { damagedPdf } from '../../../src/core/unreadable.ts';
import { Button, ProgressRing } from '../../shared/controls.tsx';
import { FindBar } from './findBar.tsx';
import { PageBar } from './pageBar.tsx';
import { useKeys } from './keys.ts';
import { Pages } from './pages.tsx';
import { useTextSelection } from './textSelection.ts';
import type { Surface } from '../surface.ts';
import { Sidebar } from './sidebar.tsx';
import type { OpenFailure } from '../model/viewedDocument.ts';

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
        {viewer.sidebarShown.value && <Sidebar viewer={viewer} />}
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

/** What is shown instead of the pages if there are none. */
function Failure({ failure, name, retry }: FailureProps): JSX.Element {
  const { title, text, action } = failureTexts(failure, name);
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

function failureTexts(
  failure: OpenFailure,
  name: string,
): { title: string; text: string; action: string | null } {
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
