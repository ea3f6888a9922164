import { t } from '@vscode/l10n';
import type { JSX } from 'preact';
import type { RunPages, RunState } from '../../../src/protocol/run.ts';
import { Button, Dropdown } from '../../shared/controls.tsx';
import { whole } from '../model/numbers.ts';
import type { RunModel } from '../model/runModel.ts';
import { ColumnsPanel } from './columnsPanel.tsx';
import { FilterBox } from './filterBox.tsx';
import { SavedFilters } from './savedFilters.tsx';
import { useIsSideShown } from './side/useIsSideShown.ts';

interface RunToolbarProps {
  readonly model: RunModel;
  readonly state: RunState;
}

/** The filter, what it leaves, and how the rows are shown. */
export function RunToolbar({ model, state }: RunToolbarProps): JSX.Element {
  const { view, profile, status } = state;
  const grouping = view.isGrouped ? (view.acrossSteps ? 'across' : 'steps') : 'none';
  const { tab } = model.tabs.kept.value;
  const isSideShown = useIsSideShown(model);
  const isSettled = status.phase === 'ready' && view.progress === 1;
  return (
    <div class="run-toolbar">
      <div class="filter-row">
        <FilterBox model={model} problem={view.problem} hint={view.hint} applied={view.filter} />
        <SavedFilters model={model} state={state} />
      </div>
      <span class="matched" role={isSettled ? 'status' : undefined}>
        {matchedPhrase(state)}
      </span>
      <div class="run-actions">
        <Dropdown
          label={t('Grouping')}
          value={grouping}
          choices={[
            { value: 'none', text: t('No groups') },
            { value: 'steps', text: t('Group by question') },
            { value: 'across', text: t('Group across steps') },
          ]}
          onChange={(value) => {
            model.group(value !== 'none', value === 'across');
          }}
        />
        {view.isGrouped && (
          <>
            <Button
              onClick={() => {
                model.foldAll(true);
              }}
            >
              {t('Fold All')}
            </Button>
            <Button
              onClick={() => {
                model.foldAll(false);
              }}
            >
              {t('Unfold All')}
            </Button>
          </>
        )}
        <Button
          onClick={() => {
            model.post({ type: 'chooseProfile' });
          }}
        >
          {profile.name === null ? t('Choose a Profile…') : t('Profile: {0}', profile.name)}
        </Button>
        <SearchPages model={model} pages={state.pages} />
        {tab === 'samples' && (
          <>
            <ColumnsPanel model={model} columns={state.columns} />
            <Button
              pressed={isSideShown}
              title={t('Shows beside the table what the selection teaches')}
              onClick={() => {
                model.tabs.showSide(!isSideShown);
              }}
            >
              {t('Side Panel')}
            </Button>
          </>
        )}
      </div>
    </div>
  );
}

/** Begins the search of the pages for claims, and goes on with it; while it runs, its progress has a button to stop. */
function SearchPages({
  model,
  pages,
}: {
  readonly model: RunModel;
  readonly pages: RunPages;
}): JSX.Element | null {
  const { phase, found, missing } = pages;
  if (phase === 'searching' || (phase === 'done' && missing === 0)) return null;
  return (
    <Button
      title={t('Looks on the pages of the documents for what each response claims')}
      onClick={() => {
        model.post({ type: 'searchPages', isOn: true });
      }}
    >
      {phase === 'none'
        ? t('Search the Pages')
        : phase === 'stopped'
          ? t('Go On Searching ({0} Searched)', whole(found + missing))
          : t('Search the Pages Again')}
    </Button>
  );
}

/** `18,204 of 122,880 in 15,360 groups`. */
function matchedPhrase({ view, counts }: RunState): string {
  const matched = whole(view.matched);
  const all = counts.samples + counts.failed + counts.broken;
  const of = view.matched === all ? matched : t('{0} of {1}', matched, whole(all));
  if (view.groups === 0) return of;
  return view.groups === 1 ? t('{0} in 1 group', of) : t('{0} in {1} groups', of, whole(view.groups));
}
