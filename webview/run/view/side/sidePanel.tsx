import { t } from '@vscode/l10n';
import type { JSX } from 'preact';
import type { RunState } from '../../../../src/protocol/run.ts';
import type { RunModel } from '../../model/runModel.ts';
import { AlertsSection } from './alertsSection.tsx';
import { FilterSection } from './filterSection.tsx';
import { FindingsSection } from './findingsSection.tsx';
import { GoldSection } from './goldSection.tsx';
import { RewardSection } from './rewardSection.tsx';
import { ToolsSection } from './toolsSection.tsx';

interface SidePanelProps {
  readonly model: RunModel;
  readonly state: RunState;
}

/** What stands beside the table: what the rows that the filter leaves teach. */
export function SidePanel({ model, state }: SidePanelProps): JSX.Element {
  return (
    <aside class="side" tabIndex={-1} aria-label={t('What the selection teaches')}>
      <AlertsSection model={model} />
      <FilterSection model={model} state={state} />
      <RewardSection model={model} state={state} />
      <ToolsSection model={model} />
      <FindingsSection model={model} />
      <GoldSection model={model} state={state} />
    </aside>
  );
}
