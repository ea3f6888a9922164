import { t } from '@vscode/l10n';
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import type { Viewer } from '../model/viewer.ts';
import { OutlineTree } from './outlineTree.tsx';
import { Thumbnails } from './thumbnails.tsx';

const VIEWS = ['pages', 'outline'] as const;
type ViewKey = (typeof VIEWS)[number];

/** What is shown beside the pages: their thumbnails, or the document's outline if it has one. */
export function Sidebar({ viewer }: { readonly viewer: Viewer }): JSX.Element {
  const chosen = useSignal<ViewKey>('pages');
  if (viewer.outline.items.value.length === 0) {
    return (
      <div class="sidebar">
        <Thumbnails viewer={viewer} />
      </div>
    );
  }
  return (
    <div class="sidebar">
      <div
        class="sidebar-tabs"
        role="tablist"
        aria-label={t('Sidebar')}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
          chosen.value = chosen.peek() === 'pages' ? 'outline' : 'pages';
          document.getElementById(`sidebar-tab-${chosen.peek()}`)?.focus();
          event.preventDefault();
        }}
      >
        {VIEWS.map((key) => (
          <button
            key={key}
            id={`sidebar-tab-${key}`}
            type="button"
            role="tab"
            class="sidebar-tab"
            aria-selected={chosen.value === key}
            aria-controls="sidebar-panel"
            tabIndex={chosen.value === key ? 0 : -1}
            onClick={() => {
              chosen.value = key;
            }}
          >
            {key === 'pages' ? t('Pages') : t('Outline')}
          </button>
        ))}
      </div>
      <div
        id="sidebar-panel"
        class="sidebar-panel"
        role="tabpanel"
        aria-labelledby={`sidebar-tab-${chosen.value}`}
      >
        {chosen.value === 'pages' ? <Thumbnails viewer={viewer} /> : <OutlineTree viewer={viewer} />}
      </div>
    </div>
  );
}
