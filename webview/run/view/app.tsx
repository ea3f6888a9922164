import { t } from '@vscode/l10n';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { Button, Tabs } from '../../shared/controls.tsx';
import { later } from '../../shared/later.tsx';
import { FailureAlert } from '../../shared/failureAlert.tsx';
import type { RunState } from '../../../src/protocol/run.ts';
import type { RunModel } from '../model/runModel.ts';
import { RUN_TABS } from '../model/runTabs.ts';
import { ChartsTab } from './charts/chartsTab.tsx';
import { NothingMatches, nothingMatches } from './nothingMatches.tsx';
import { RunHead } from './runHead.tsx';
import { RunToolbar } from './runToolbar.tsx';
import { SamplesTab } from './samplesTab.tsx';
import { ToolsTab } from './tools/toolsTab.tsx';

const MetricsTab = later(async () => (await import('./metrics/metricsTab.tsx')).MetricsTab);
const CompareTab = later(async () => (await import('./metrics/compareTab.tsx')).CompareTab);

interface AppProps {
  readonly model: RunModel;
}

/** A run: what it is, its filter, and its rows. */
export function App({ model }: AppProps): JSX.Element {
  const state = model.state.value;
  useEffect(() => {
    const focusFilter = (event: KeyboardEvent): void => {
      if (!asksForFilter(event)) return;
      event.preventDefault();
      model.focusFilter();
    };
    document.addEventListener('keydown', focusFilter);
    return () => {
      document.removeEventListener('keydown', focusFilter);
    };
  }, [model]);
  if (state === null) return <p class="waiting dim">{t('Opening the run…')}</p>;
  const { phase } = state.status;
  return (
    <main class="run">
      <RunHead model={model} state={state} />
      {phase !== 'failed' && phase !== 'empty' && <RunToolbar model={model} state={state} />}
      <Body model={model} state={state} />
    </main>
  );
}

/** `/` outside of a field, and Ctrl+F or Cmd+F everywhere. */
function asksForFilter(event: KeyboardEvent): boolean {
  if (event.key.toLowerCase() === 'f' && (event.ctrlKey || event.metaKey)) return !event.altKey;
  const isField = event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement;
  return event.key === '/' && !event.ctrlKey && !event.metaKey && !event.altKey && !isField;
}

function Body({ model, state }: AppProps & { readonly state: RunState }): JSX.Element {
  const { status } = state;
  const retry = (): void => {
    model.post({ type: 'retry' });
  };
  if (status.phase === 'failed')
    return (
      <FailureAlert message={status.message} hint={status.hint}>
        <Button onClick={retry}>{t('Try Again')}</Button>
      </FailureAlert>
    );
  if (status.phase === 'empty')
    return (
      <div class="nothing">
        <p>{t('There are no records in {0} yet.', state.name)}</p>
        <p class="dim">{t('What is written into it from now on appears here.')}</p>
        <Button onClick={retry}>{t('Read It Again')}</Button>
      </div>
    );
  return (
    <Tabs
      label={t('What is shown of the run')}
      tabs={[
        { id: 'samples', title: t('Samples') },
        { id: 'charts', title: t('Charts') },
        { id: 'metrics', title: t('Metrics') },
        { id: 'compare', title: t('Compare') },
        { id: 'tools', title: t('Tools') },
      ]}
      active={model.tabs.kept.value.tab}
      onChange={(id) => {
        const tab = RUN_TABS.find((each) => each === id);
        if (tab !== undefined) model.tabs.show(tab);
      }}
      render={(id) => <Tab id={id} model={model} state={state} />}
    />
  );
}

function Tab({
  id,
  model,
  state,
}: AppProps & { readonly id: string; readonly state: RunState }): JSX.Element {
  // The tab of the samples says it beside the side panel.
  if (id !== 'samples' && nothingMatches(state)) return <NothingMatches model={model} />;
  switch (id) {
    case 'charts':
      return <ChartsTab model={model} state={state} />;
    case 'metrics':
      return <MetricsTab model={model} state={state} />;
    case 'tools':
      return <ToolsTab model={model} state={state} />;
    case 'compare':
      return <CompareTab model={model} state={state} />;
    default:
      return <SamplesTab model={model} state={state} />;
  }
}
