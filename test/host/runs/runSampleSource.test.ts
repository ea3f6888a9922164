import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { parseTrajectoryFile } from '../../../src/core/records/trajectoryFile.ts';
import type { Verdict } from '../../../src/core/rewards/model.ts';
import type { PersonVerdicts } from '../../../src/host/inspector/personVerdicts.ts';
import { RunSampleSource } from '../../../src/host/runs/runSampleSource.ts';
import { sourceDeps } from '../support/given.ts';

function openSample(verdicts: PersonVerdicts): RunSampleSource {
  const response = '<think>look</think><answer>5</answer>';
  return new RunSampleSource(
    {
      identity: { kind: 'runSample', id: 'file:///run.jsonl' },
      uri: vscode.Uri.file('/run.jsonl'),
      place: 'run.jsonl:1',
      recorded: { info: parseTrajectoryFile(response).info, response },
      notices: [],
    },
    sourceDeps({ verdicts }),
  );
}

const verdictOf = (source: RunSampleSource) => {
  const [sample] = source.state().samples;
  return [sample?.verdict, sample?.verdictBy];
};

describe('a sample of a run', () => {
  it('has the verdict that a person gave the same answer before', async () => {
    const found = Promise.resolve<Verdict>('wrong');
    const source = openSample({ find: () => found, keep: () => Promise.resolve() });
    await found;
    await new Promise(setImmediate);
    assert.deepEqual(verdictOf(source), ['wrong', 'person']);
    source.dispose();
  });

  it('a verdict that is set meanwhile counts, and is kept', async () => {
    const kept: Verdict[] = [];
    let find: (verdict: Verdict) => void = () => undefined;
    const source = openSample({
      find: () => new Promise((resolve) => (find = resolve)),
      keep: (recorded, verdict) => {
        kept.push(verdict, recorded?.info.verdict ?? 'unknown');
        return Promise.resolve();
      },
    });
    await source.receive({ type: 'verdict', sample: 0, verdict: 'right' });
    find('wrong');
    await new Promise(setImmediate);
    assert.deepEqual(verdictOf(source), ['right', 'person']);
    assert.deepEqual(kept, ['right', 'right']);
    source.dispose();
  });
});
