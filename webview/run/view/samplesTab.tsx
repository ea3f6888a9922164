import type { JSX } from 'preact';
import type { RunState } from '../../../src/protocol/run.ts';
import type { RunModel } from '../model/runModel.ts';
import { Tiles } from './charts/tiles.tsx';
import { NothingMatches, nothingMatches } from './nothingMatches.tsx';
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
  return (
    <div class="samples">
      <div class="samples-main">
        {nothingMatches(state) ? (
          <NothingMatches model={model} />
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
