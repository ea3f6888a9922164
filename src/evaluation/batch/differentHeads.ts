import { t } from '@vscode/l10n';
import { differentSettings, settingsJson } from '../settings.ts';
import type { BatchHead } from './model.ts';

/** What differs between two batches, as names. */
export function differentHeads(before: BatchHead, now: BatchHead): readonly string[] {
  const record = { record: { evaluation: { settings: settingsJson(before.settings) } } };
  const isSame: readonly (readonly [boolean, string])[] = [
    [before.dataset.sha256 === now.dataset.sha256, t('the data set')],
    [before.samples === now.samples, t('the number of samples')],
    [before.limit === now.limit, t('the limit')],
    [before.where === now.where, t('the filter of the questions')],
    [before.images === now.images, t('the way of sending images')],
    [before.imageRoot === now.imageRoot, t('the folder of the images')],
  ];
  return [
    ...(differentSettings(record, now.settings) ?? []),
    ...isSame.filter(([same]) => !same).map(([, name]) => name),
  ];
}
