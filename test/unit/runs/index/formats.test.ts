import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from '../../../../scripts/lib/paths.mjs';
import { readInputs, WITHOUT_OPTIONS } from '../../../../src/runs/reading/inputs.ts';
import { readTable } from '../../../../src/runs/reading/tableRecords.ts';
import { sampleGroup } from '../../../../src/runs/statistics/groupKey.ts';
import { openingOf, samplesOf, shareIndex } from './support.ts';

const FOLDER = path.join(root, 'test/fixtures/runs/formats');
const FILES = fs.readdirSync(FOLDER);

const shared = shareIndex();

describe('an index of what trainers write', () => {
  test.each(FILES)('has the samples and groups of %s that reading it has', async (name) => {
    const file = path.join(FOLDER, name);
    const places: (readonly [number | null, number | null])[] = [];
    const columns: Readonly<Record<string, number>>[] = [];
    const groups = new Set<string>();
    const questions = new Set<string>();
    for await (const items of readInputs([file], { ...WITHOUT_OPTIONS, readTable }))
      for (const item of items) {
        if ('problem' in item) continue;
        const { sample, place } = item;
        places.push([place.line, place.sample]);
        columns.push(sample.columns);
        const group = sampleGroup(sample);
        if (group === null) continue;
        groups.add(`${sample.step} ${group.key}`);
        questions.add((sample.step === null ? group : (group.question ?? group)).key);
      }
    const index = shared();
    await index.open(openingOf(file));
    const state = await index.settled('indexed');
    const { rows } = await index.rows(0, 100);
    const samples = samplesOf(rows);
    expect(samples.map(({ place }) => [place.line, place.sample])).toEqual(places);
    expect(samples.map(({ fields }) => fields)).toEqual(
      columns.map((numbers) => expect.objectContaining(numbers) as unknown),
    );
    expect(state.groups).toMatchObject({ count: groups.size, acrossSteps: questions.size });
  });
});
