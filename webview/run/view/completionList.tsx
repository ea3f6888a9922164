import { t } from '@vscode/l10n';
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { Completions } from './useCompletions.ts';

interface CompletionListProps {
  readonly completions: Completions;
}

/** The list under the filter. The keys are those of the box, which keeps the focus. */
export function CompletionList({ completions }: CompletionListProps): JSX.Element {
  const { items, active } = completions;
  const list = useRef<HTMLUListElement | null>(null);
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  return (
    <ul
      ref={list}
      class="completions"
      id="filter-completions"
      role="listbox"
      aria-label={t('Completions')}
      hidden={items.length === 0}
    >
      {items.map(({ insert, detail, kind }, index) => (
        <li
          key={`${kind} ${insert}`}
          id={`completion-${index}`}
          role="option"
          aria-selected={index === active}
          // The box would lose the focus before the click.
          onPointerDown={(event) => {
            event.preventDefault();
            completions.take(index);
          }}
        >
          <span class={`token-${kind === 'value' ? 'text' : kind}`}>{insert}</span>
          {detail !== '' && <span class="dim">{detail}</span>}
        </li>
      ))}
    </ul>
  );
}
