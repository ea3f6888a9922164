import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { parseTrajectoryFile } from '../../../src/core/records/trajectoryFile.ts';
import type { Verdict } from '../../../src/core/rewards/model.ts';
import { GoldBoxFolder } from '../../../src/host/inspector/keptGoldBoxes.ts';
import type { PersonVerdicts } from '../../../src/host/inspector/personVerdicts.ts';
import { RunSampleSource } from '../../../src/host/runs/runSampleSource.ts';
import type { ToInspector } from '../../../src/protocol/inspector.ts';
import { sourceDeps, useFolder } from '../support/given.ts';

const folder = useFolder();

/** The source of a sample of a run; only what is given differs from one to another. */
function openSample(given: Partial<Parameters<typeof sourceDeps>[0]>, line = 1): RunSampleSource {
  const response = '<think>look</think><answer>5</answer>';
  return new RunSampleSource(
    {
      identity: { kind: 'runSample', id: `file:///run.jsonl:${line}` },
      uri: vscode.Uri.file('/run.jsonl'),
      place: `run.jsonl:${line}`,
      recorded: {
        info: {
          ...parseTrajectoryFile(response).info,
          question: 'How many?',
          documents: [{ path: 'docs/a.pdf', sha256: null }],
        },
        response,
      },
      notices: [],
    },
    sourceDeps(given),
  );
}

const verdictOf = (source: RunSampleSource) => {
  const [sample] = source.state().samples;
  return [sample?.verdict, sample?.verdictBy];
};

describe('a sample of a run', () => {
  it('has the verdict that a person gave the same answer before', async () => {
    const found = Promise.resolve<Verdict>('wrong');
    const source = openSample({ verdicts: { find: () => found, keep: () => Promise.resolve() } });
    await found;
    await new Promise(setImmediate);
    assert.deepEqual(verdictOf(source), ['wrong', 'person']);
    source.dispose();
  });

  it('a verdict that is set meanwhile counts, and is kept', async () => {
    const kept: Verdict[] = [];
    let find: (verdict: Verdict) => void = () => undefined;
    const verdicts: PersonVerdicts = {
      find: () => new Promise((resolve) => (find = resolve)),
      keep: (recorded, verdict) => {
        kept.push(verdict, recorded?.info.verdict ?? 'unknown');
        return Promise.resolve();
      },
    };
    const source = openSample({ verdicts });
    await source.receive({ type: 'verdict', sample: 0, verdict: 'right' });
    find('wrong');
    await new Promise(setImmediate);
    assert.deepEqual(verdictOf(source), ['right', 'person']);
    assert.deepEqual(kept, ['right', 'right']);
    source.dispose();
  });

  it('has the gold boxes that were drawn for its question after it is opened again, also in another sample', async () => {
    const goldBoxes = () => Promise.resolve(new GoldBoxFolder(folder.file('gold').fsPath));
    const box = { document: 'docs/a.pdf', page: 7, box: { left: 0, top: 0, right: 0.5, bottom: 0.5 } };
    const first = openSample({ goldBoxes });
    await first.receive({ type: 'goldBoxes', boxes: [box] });
    first.dispose();
    for (const line of [1, 2]) {
      const again = openSample({ goldBoxes }, line);
      const read = new Promise<ToInspector>((resolve) => {
        again.onDidSend((message) => {
          if (message.type === 'goldBoxes') resolve(message);
        });
      });
      assert.equal(again.state().goldBoxes, undefined);
      assert.deepEqual(await read, { type: 'goldBoxes', boxes: [box] });
      assert.deepEqual(again.state().goldBoxes, [box]);
      again.dispose();
    }
  });
});
