import { t } from '@vscode/l10n';
import type { JSX } from 'preact';
import type { RunState } from '../../../../src/protocol/run.ts';
import type { RunModel } from '../../model/runModel.ts';
import { FindingsSection } from './findingsSection.tsx';

interface SidePanelProps {
  readonly model: RunModel;
  readonly state: RunState;
}

/** What stands beside the table: what the rows that the filter leaves teach. */
export function SidePanel({ model }: SidePanelProps): JSX.Element {
  return (
    <aside class="side" aria-label={t('What the selection teaches')}>
      <FindingsSection model={model} />
    </aside>
  );
}
