import { t } from '@vscode/l10n';
import type { JSX } from 'preact';
import { damagedPdf } from '../../../src/core/unreadable.ts';
import { Button, ProgressRing } from '../../shared/controls.tsx';
import { useClaimClicks } from './claimClicks.ts';
import { ClaimsBar } from './claimsBar.tsx';
import { FindBar } from './findBar.tsx';
import { PageBar } from './pageBar.tsx';
import { useKeys } from './keys.ts';
import { Pages } from './pages.tsx';
import { useTextSelection } from './textSelection.ts';
import type { Surface } from '../surface.ts';
import { Sidebar } from './sidebar.tsx';
import { StepList } from './stepList.tsx';
import type { OpenFailure } from '../model/viewedDocument.ts';

/** The whole document view. */
export function App({ surface }: { readonly surface: Surface }): JSX.Element {
  const { viewer, finder } = surface;
  useKeys(surface);
  useTextSelection(surface);
  useClaimClicks(surface);
  const phase = viewer.phase.value;
  const name = viewer.name.value;
  if (phase.kind === 'loading') {
    return (
      <main class="state-view" aria-busy="true">
        <ProgressRing />
        <p role="status">{name === '' ? t('Opening the document') : t('Opening {0}', name)}</p>
      </main>
    );
  }
  if (phase.kind !== 'ready') return <Failure failure={phase} name={name} retry={viewer.retry} />;
  const notice = viewer.notice.value;
  return (
    <main class="document">
      <h1 class="spoken">{name}</h1>
      <PageBar viewer={viewer} finder={finder} />
      <ClaimsBar claims={viewer.claims} />
      {finder.shown.value && <FindBar finder={finder} pages={viewer.pageCount.value} />}
      <div class="notice" role="status" hidden={notice === null}>
        {notice}
      </div>
      <div class="document-body">
        <StepList claims={viewer.claims} />
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
        title: t('{0} is empty', name),
        text: t('The file has no pages. They appear here once it has been written.'),
        action: null,
      };
    case 'password':
      return {
        title: t('{0} is protected by a password', name),
        text: failure.wrong
          ? t('The password is incorrect.')
          : t('Enter the password to see its pages. It is kept in memory only.'),
        action: t('Enter Password'),
      };
    case 'unreadable': {
      const { message, hint } = damagedPdf(name, failure.begins);
      return { title: message, text: hint, action: t('Read Again') };
    }
    case 'damaged':
      return { title: failure.message, text: failure.hint, action: t('Read Again') };
  }
}
