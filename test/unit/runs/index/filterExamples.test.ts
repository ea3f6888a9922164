import { expect, test } from 'vitest';
import { FIRST_VIEW } from '../../../../src/runs/index/model.ts';
import { readExampleRun, RUN } from '../../core/filter/exampleRun.ts';
import { examplesOf } from '../../core/filter/filtersPage.ts';
import { openingOf, startIndex } from './support.ts';

test('a run has the rows that docs/filters.md says, for every example', async () => {
  const names = (await readExampleRun()).map(({ name }) => name);
  const index = startIndex();
  await index.open(openingOf(RUN));
  await index.settled('scored');
  for (const { filter, which } of examplesOf(names)) {
    const { error } = await index.setView({ ...FIRST_VIEW, filter });
    expect([filter, error]).toEqual([filter, null]);
    await index.settled('filtered');
    const { rows } = await index.rows(0, 100);
    const found = rows.map((row) => (row.kind === 'group' ? '' : names[(row.place.line ?? 0) - 1]));
    expect([filter, found]).toEqual([filter, which]);
  }
});
