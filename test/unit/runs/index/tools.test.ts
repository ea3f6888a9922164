import path from 'node:path';
import { expect, test } from 'vitest';
import { FIRST_VIEW } from '../../../../src/runs/index/model.ts';
import { call, curationRun, define, PAPER_COUNTS } from '../../toolPool/curation.ts';
import { openingOf, startIndex, writeRuns } from './support.ts';

const record = (output: string, at: number, more: object = {}) => ({
  input: `question ${at}`,
  output,
  gts: 'r',
  score: at % 2,
  ...more,
});

test('the tools of a run in a window have the counts and the coverage of the paper', async () => {
  const folder = writeRuns({ '1.jsonl': curationRun().map((output, at) => record(output, at)) });
  const index = startIndex();
  await index.open(openingOf(path.join(folder, '1.jsonl')));
  await index.settled('scored');
  const pool = await index.toolPool();
  expect(pool.tools.map(({ trajectories }) => trajectories)).toEqual(PAPER_COUNTS);
  expect(pool).toMatchObject({ trajectories: 1500, compared: 'score' });
  expect((100 * (pool.coverage[6]?.uses ?? 0)).toFixed(1)).toBe('98.9');
});

test('what a run says of its tools is read again, from what the filter leaves', async () => {
  const folder = writeRuns({
    '1.jsonl': [
      record(`${define('zoom_in')}${call('zoom_in')}END_OF_TOOLS`, 0),
      record(`${define('crop')}${call('crop')}END_OF_TOOLS`, 1),
      '{"broken',
    ],
    '2.jsonl': [record(`${define('zoom_in').replace('Does', 'Shows')}${call('zoom_in')}END_OF_TOOLS`, 2)],
  });
  const index = startIndex();
  await index.open(openingOf(folder));
  await index.settled('scored');
  const [zoom, crop] = await index.toolDefinitions();
  expect(zoom).toEqual({
    name: 'zoom_in',
    definition: {
      count: 2,
      args: [{ text: 'Image k: where', count: 2 }],
      descriptions: [
        { text: 'Does zoom_in.', count: 1 },
        { text: 'Shows zoom_in.', count: 1 },
      ],
    },
  });
  expect(crop).toMatchObject({ name: 'crop', definition: { count: 1 } });
  expect(await index.toolbox(['crop', 'zoom_in'])).toEqual([
    { name: 'zoom_in', args: 'Image k: where', description: 'Does zoom_in.', source: 'defined' },
    { name: 'crop', args: 'Image k: where', description: 'Does crop.', source: 'defined' },
  ]);
  await index.setView({ ...FIRST_VIEW, filter: 'tool:crop' });
  expect((await index.toolDefinitions()).map(({ name }) => name)).toEqual(['crop']);
  expect((await index.toolPool()).tools.map(({ name }) => name)).toEqual(['crop']);
});

test('alerts are about the whole run, whatever the filter leaves', async () => {
  const alike = Array.from({ length: 60 }, (_, at) =>
    record('<answer>1</answer>', 2 * (at % 20), { step: 1 }),
  );
  const folder = writeRuns({ '1.jsonl': alike });
  const index = startIndex();
  await index.open(openingOf(folder));
  await index.settled('scored');
  await index.setView({ ...FIRST_VIEW, filter: 'score>5' });
  expect(await index.alerts()).toMatchObject([
    { code: 'groups-without-variance', filter: 'step=1 group.n>1 group.std=0' },
  ]);
});
