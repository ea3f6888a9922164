import { t } from '@vscode/l10n';
import type { JSX } from 'preact';
import { wholeNumber } from '../../../src/core/displayLocale.ts';

export interface MoreButtonProps {
  /** How many lines are hidden until all are shown. */
  readonly hidden: number;
  readonly all: boolean;
  readonly class?: string;
  readonly onToggle: () => void;
}

/** Shows all lines of a list, or only the first few again; nothing where none is hidden. */
export function MoreButton({ hidden, all, class: more = '', onToggle }: MoreButtonProps): JSX.Element | null {
  if (hidden <= 0) return null;
  return (
    <button type="button" class={`link ${more}`} aria-expanded={all} onClick={onToggle}>
      {all ? t('Show fewer') : t('Show {0} more', wholeNumber(hidden))}
    </button>
  );
}
