import { t } from '@vscode/l10n';
import type { JSX } from 'preact';
import type { RunState } from '../../../src/protocol/run.ts';
import { Button } from '../../shared/controls.tsx';
import type { RunModel } from '../model/runModel.ts';

/** Whether the whole run was looked through, and the filter leaves nothing of it. */
export const nothingMatches = ({ view, status }: RunState): boolean =>
  view.rows === 0 && view.progress === 1 && status.phase === 'ready';

/** Says that the filter leaves nothing, and takes it away. */
export function NothingMatches({ model }: { readonly model: RunModel }): JSX.Element {
  return (
    <div class="nothing">
      <p>{t('No record matches the filter.')}</p>
      <Button
        onClick={() => {
          model.applyFilter('');
          model.focusFilter();
        }}
      >
        {t('Clear the Filter')}
      </Button>
    </div>
  );
}
