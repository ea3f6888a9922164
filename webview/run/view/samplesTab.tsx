import { t } from '@vscode/l10n';
import type { JSX } from 'preact';
import type { RunState } from '../../../src/protocol/run.ts';
import { Button } from '../../shared/controls.tsx';
import type { RunModel } from '../model/runModel.ts';
import { Tiles } from './charts/tiles.tsx';
import { RunTable } from './runTable.tsx';
import { SidePanel } from './side/sidePanel.tsx';
import { useIsSideShown } from './side/useIsSideShown.ts';

interface SamplesTabProps {
  readonly model: RunModel;
  readonly state: RunState;
}

/** The rows of the run, with four charts above them and what they teach beside them. */
export function SamplesTab({ model, state }: SamplesTabProps): JSX.Element {
  const isSideShown = useIsSideShown(model);
  const { view, status } = state;
  const hasNothing = view.rows === 0 && view.progress === 1 && status.phase === 'ready';
  return (
    <div class="samples">
      <div class="samples-main">
        {hasNothing ? (
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
        ) : (
          <>
            <Tiles model={model} state={state} />
            <RunTable model={model} state={state} />
          </>
        )}
      </div>
      {isSideShown && <SidePanel model={model} state={state} />}
    </div>
  );
}
