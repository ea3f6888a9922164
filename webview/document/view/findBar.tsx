import { t } from '@vscode/l10n';
import type { JSX } from 'preact';
import { Button, TextField } from '../../shared/controls.tsx';
import { matchesPhrase } from '../../../src/core/countPhrases.ts';
import { wholeNumber } from '../../../src/core/displayLocale.ts';
import type { Finder, FinderState } from '../model/finder.ts';
import { IconButton } from './iconButton.tsx';

/** The state of the search, in words. */
function findStatus(state: FinderState, asked: boolean, pages: number): string {
  if (!asked) return '';
  const ordinal = wholeNumber(state.ordinal);
  if (!state.searching)
    return state.total === 0 ? t('Not found') : t('{0} of {1}', ordinal, wholeNumber(state.total));
  const page = wholeNumber(state.searched + 1);
  if (state.total === 0) return t('Searching page {0} of {1}', page, wholeNumber(pages));
  return t(
    '{0} of {1}, searching page {2} of {3}',
    ordinal,
    matchesPhrase(state.total),
    page,
    wholeNumber(pages),
  );
}

/** The row of the search, below the page bar. */
export function FindBar({ finder, pages }: { readonly finder: Finder; readonly pages: number }): JSX.Element {
  const state = finder.state.value;
  const asked = finder.text.value.trim() !== '';
  return (
    <div class="find-bar" role="search" aria-label={t('Find in document')}>
      <TextField
        class="find-field"
        label={t('Find in document')}
        placeholder={t('Find')}
        value={finder.text.value}
        focusRequest={finder.focusRequest.value}
        onInput={finder.setText}
        onCommit={finder.setText}
        onKey={(event) => {
          if (event.key === 'Enter') {
            finder.step(event.shiftKey ? -1 : 1);
            return true;
          }
          return false;
        }}
      />
      <Button
        appearance="icon"
        label={t('Match case')}
        title={t('Match case')}
        pressed={finder.matchCase.value}
        onClick={() => {
          finder.setMatchCase(!finder.matchCase.peek());
        }}
      >
        <span class="match-case" aria-hidden="true">
          Aa
        </span>
      </Button>
      <IconButton
        icon="previous"
        label={t('Previous match')}
        title={t('Previous match (Shift+Enter)')}
        disabled={state.total === 0}
        onClick={() => {
          finder.step(-1);
        }}
      />
      <IconButton
        icon="next"
        label={t('Next match')}
        title={t('Next match (Enter)')}
        disabled={state.total === 0}
        onClick={() => {
          finder.step(1);
        }}
      />
      <span class="find-status" role="status">
        {findStatus(state, asked, pages)}
      </span>
      <IconButton
        icon="close"
        label={t('Close find')}
        title={t('Close (Escape)')}
        class="find-close"
        onClick={finder.close}
      />
    </div>
  );
}
