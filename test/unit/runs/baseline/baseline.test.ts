import { Buffer } from 'node:buffer';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { readRecord } from '../../../../src/core/records/recordSamples.ts';
import { profileByName } from '../../../../src/core/rewards/registry.ts';
import { readBaseline, type Baseline } from '../../../../src/runs/baseline/baseline.ts';
import { compareParts } from '../../../../src/runs/baseline/scoreParts.ts';
import { BY_THE_RECORD, rewardContext } from '../../../../src/runs/scoring/rewardContext.ts';
import type { ScoredSample } from '../../../../src/runs/scoring/scorer.ts';

const profile = profileByName('lang2act');

/** A sample of run.jsonl, scored by lang2act: 1 if the answer is right, 0.2 if it is wrong. */
function scored(line: number, verdict: 'right' | 'wrong', id: string | null = null): ScoredSample {
  const record = {
    response:
      '<think>Image 1 shows it.</think>\n<description><tool name="read_numeric_value" args="Image 1: total">42</tool></description>\n<answer>42</answer>',
    num_images: 1,
    verdict,
    ...(id === null ? {} : { id }),
  };
  const reading = readRecord(record);
  const [sample] = 'samples' in reading ? reading.samples : [];
  if (sample === undefined) throw new Error('The record has no sample.');
  const place = { file: 'run.jsonl', line, bytes: null, sample: null };
  const score = profile.score(sample.response, rewardContext(sample, BY_THE_RECORD));
  return { place, sample, format: 'verl', score, unjudged: false, user: null };
}

function baselineOf(rows: readonly unknown[], files = ['run.jsonl']): Promise<Baseline> {
  const text = rows.map((row) => `${JSON.stringify(row)}\n`).join('');
  return readBaseline('-', files, Readable.from([Buffer.from(text)]));
}

/** The row of a sample as `pagetrace score` writes it. */
function row(of: ScoredSample, changes: Readonly<Record<string, unknown>> = {}): unknown {
  const { place, sample, score } = of;
  return {
    file: place.file,
    line: place.line,
    ...(sample.id === null ? {} : { id: sample.id }),
    profile: score?.profile,
    overall: score?.overall,
    ...score?.reported,
    ...changes,
  };
}

describe('a baseline', () => {
  it('finds samples by their place, and lists those that are not scored again', async () => {
    const right = scored(1, 'right');
    const baseline = await baselineOf([row(right), row(scored(2, 'right')), row(scored(3, 'right'))]);
    expect(baseline.compare(right)).toEqual({ change: 'same', parts: [] });
    const lower = baseline.compare(scored(2, 'wrong'));
    expect(lower.change).toBe('lower');
    expect(lower.parts.map(({ name }) => name)).toEqual(['overall', 'answer_score']);
    expect(baseline.compare(scored(4, 'right'))).toEqual({ change: 'new', parts: [] });
    expect(baseline.missing()).toMatchObject([{ id: null, place: { file: 'run.jsonl', line: 3 } }]);
    baseline.leaveOut({ ...right.place, line: 3 });
    expect(baseline.missing()).toEqual([]);
  });

  it('finds samples by their id before their place, in order where several have the same id', async () => {
    const baseline = await baselineOf([
      row(scored(1, 'right', 'a')),
      row(scored(2, 'wrong', 'b')),
      row(scored(3, 'wrong', 'a')),
    ]);
    expect(baseline.compare(scored(7, 'right', 'a')).change).toBe('same');
    expect(baseline.compare(scored(8, 'right', 'a')).change).toBe('higher');
    expect(baseline.compare(scored(1, 'wrong', 'b')).change).toBe('same');
    expect(baseline.compare(scored(2, 'wrong', 'c')).change).toBe('new');
  });

  it('can be a run that records scores, whose lines are those of the only file', async () => {
    const overall = scored(1, 'right').score?.overall;
    const run = [{ response: 'x', score: overall }, { response: 'x', score: overall }, { response: 'x' }];
    const baseline = await baselineOf(run);
    expect(baseline.compare(scored(1, 'right')).change).toBe('same');
    expect(baseline.compare(scored(2, 'wrong'))).toMatchObject({
      change: 'lower',
      parts: [{ name: 'overall', from: overall }],
    });
    expect(baseline.compare(scored(3, 'right')).change).toBe('new');
    const several = await baselineOf(run, ['a.jsonl', 'run.jsonl']);
    expect(several.compare(scored(1, 'right')).change).toBe('new');
  });

  it('can be what score prints as one JSON object', async () => {
    const baseline = await baselineOf([{ samples: [row(scored(1, 'right'))], summary: {} }]);
    expect(baseline.compare(scored(1, 'right')).change).toBe('same');
  });

  it.each([
    ['a line that is no JSON', 'nothing\n', '-:1: This is not JSON'],
    ['a file without scores', '{"response": "x"}\n{"file": "a", "error": "b"}\n', '- contains no scores.'],
  ])('is refused for %s', async (_, text, sentence) => {
    await expect(readBaseline('-', [], Readable.from([Buffer.from(text)]))).rejects.toThrow(sentence);
  });
});

describe('the comparison of two scores of a sample', () => {
  it.each([
    [{ overall: 0.5, a: 1 }, { overall: 0.5, a: 0 }, 'changed', ['a']],
    [{ overall: 0.5 }, { overall: 0.5 + 1e-8 }, 'same', []],
    [{ overall: 0.5, a: 1 }, { overall: 0.25, b: 1 }, 'lower', ['overall']],
    [{ overall: 0.5 }, { overall: 'raises IndexError' }, 'lower', ['overall']],
    [{ overall: 'raises IndexError' }, { overall: 0 }, 'higher', ['overall']],
    [{ overall: 0.5 }, { overall: null, if_wrong: 0.5, if_right: 1 }, 'lower', ['overall']],
    [{ overall: null }, { overall: 1 }, 'changed', ['overall']],
    [
      { overall: null, if_wrong: 0.2, if_right: 1 },
      { overall: null, if_wrong: 0.2, if_right: 0.9 },
      'lower',
      ['if_right'],
    ],
    [{ profile: 'a', overall: 1 }, { profile: 'b', overall: 1 }, 'changed', ['profile']],
    [{ overall: 1, 'python.overall': 1 }, { overall: 1, 'python.overall': 2 }, 'higher', ['python.overall']],
    [{ overall: 1 }, { 'python.overall': 0 }, 'lower', ['python.overall']],
    [{ overall: 1 }, { overall: 1, 'python.overall': 0 }, 'same', []],
  ] as const)('compareParts of %j and %j is %s', (before, now, change, names) => {
    const compared = compareParts(before, now);
    expect(compared.change).toBe(change);
    expect(compared.parts.map(({ name }) => name)).toEqual(names);
  });
});
