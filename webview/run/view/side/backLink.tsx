import { t } from '@vscode/l10n';
import type { JSX } from 'preact';
import type { RunModel } from '../../model/runModel.ts';

/** Takes back the filter of rows by which a what-if shows its samples. */
export function BackLink({ model }: { readonly model: RunModel }): JSX.Element | null {
  if (!model.whatIf.isShowing) return null;
  return (
    <button
      type="button"
      class="link"
      onClick={() => {
        model.whatIf.showAgain();
      }}
    >
      {t('Back to the filter before')}
    </button>
  );
}
