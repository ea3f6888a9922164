import type { JSX } from 'preact';
import { Button, TextField } from '../../shared/controls.tsx';
import { count, pluralize } from '../../shared/format.ts';
import type { Finder, FinderState } from '../model/finder.ts';
import { IconButton } from './iconButton.tsx';

/** The state of the search, in words. */
function findStatus(state: FinderState, asked: boolean, pages: number): string {
  if (!asked) return '';
  const where = state.searching ? `, searching page ${count(state.searched + 1)} of ${count(pages)}` : '';
  if (state.total === 0)
    return state.searching ? `Searching page ${count(state.searched + 1)} of ${count(pages)}` : 'Not found';
  return `${count(state.ordinal)} of ${state.searching ? pluralize(state.total, 'match', 'matches') : count(state.total)}${where}`;
}

/** The row of the search, below the page bar. */
export function FindBar({ finder, pages }: { readonly finder: Finder; readonly pages: number }): JSX.Element {
  const state = finder.state.value;
  const asked = finder.text.value.trim() !== '';
  return (
    <div class="find-bar" role="search" aria-label="Find in document">
      <TextField
        class="find-field"
        label="Find in document"
        placeholder="Find"
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
        label="Match case"
        title="Match case"
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
        label="Previous match"
        title="Previous match (Shift+Enter)"
        disabled={state.total === 0}
        onClick={() => {
          finder.step(-1);
        }}
      />
      <IconButton
        icon="next"
        label="Next match"
        title="Next match (Enter)"
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
        label="Close find"
        title="Close (Escape)"
        class="find-close"
        onClick={finder.close}
      />
    </div>
  );
}
