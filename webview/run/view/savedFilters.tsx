import { t } from '@vscode/l10n';
import type { JSX } from 'preact';
import type { RunState } from '../../../src/protocol/run.ts';
import { Menu, type MenuItem } from '../../shared/menu.tsx';
import type { RunModel } from '../model/runModel.ts';

interface SavedFiltersProps {
  readonly model: RunModel;
  readonly state: RunState;
}

/** The filters that were saved, and a way to save the one that is applied. */
export function SavedFilters({ model, state }: SavedFiltersProps): JSX.Element {
  const { savedFilters, view } = state;
  const items: MenuItem[] = savedFilters.map(({ name }, index) => ({ id: `use:${index}`, text: name }));
  const isSaved = savedFilters.some(({ filter }) => filter === view.filter);
  items.push({
    id: 'save',
    text: t('Save This Filter…'),
    disabled: view.filter.trim() === '' || view.problem !== null || isSaved,
  });
  for (const [index, { name, isOwn }] of savedFilters.entries())
    if (isOwn) items.push({ id: `remove:${index}`, text: t('Remove "{0}"', name) });
  const choose = (id: string): void => {
    if (id === 'save') model.post({ type: 'saveFilter', text: view.filter });
    const [action, index] = id.split(':');
    const saved = savedFilters[Number(index)];
    if (action === 'use' && saved !== undefined) model.applyFilter(saved.filter);
    if (action === 'remove' && saved !== undefined) model.post({ type: 'removeFilter', name: saved.name });
  };
  return <Menu text={t('Saved Filters')} items={items} onChoose={choose} />;
}
