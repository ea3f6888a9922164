import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { judgedContent } from '../../../../src/core/records/judgedContent.ts';
import type { RecordedResponse } from '../../../../src/core/records/model.ts';
import { sampleOf } from '../../../../src/core/records/sample.ts';
import { parseTrajectoryFile } from '../../../../src/core/records/trajectoryFile.ts';
import { openPersonVerdicts, type PersonVerdicts } from '../../../../src/host/inspector/personVerdicts.ts';
import { responseHandlers } from '../../../../src/languageWorker/worker/responseHandlers.ts';
import { readVerdicts } from '../../../../src/runs/reading/verdicts.ts';

let folder: string;

beforeEach(async () => {
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'pagetrace-person-'));
});
afterEach(async () => {
  await fs.rm(folder, { recursive: true });
});

const file = (): string => path.join(folder, 'storage', 'verdicts.jsonl');

const open = (at = file()): PersonVerdicts =>
  openPersonVerdicts(at, ((_name: 'findAnswer', request: { response: string; dialect: null }) =>
    Promise.resolve(responseHandlers.findAnswer(request))) as never);

function recorded(response: string, question: string | null = 'How much?'): RecordedResponse {
  const { info } = parseTrajectoryFile(response);
  return { info: { ...info, question, reference: '4.2' }, response };
}

describe("a person's verdicts", () => {
  test('are seen again with the same answer to the same question, wherever it stands', async () => {
    expect(await open().find(recorded('<answer>5</answer>'))).toBe('unknown');
    await open().keep(recorded('<think>short</think><answer>5</answer>'), 'wrong');
    await open().keep(recorded('4.2'), 'right');
    const verdicts = open();
    expect(await verdicts.find(recorded('<answer>5</answer>'))).toBe('wrong');
    expect(await verdicts.find(recorded('4.2\n'))).toBe('right');
    expect(await verdicts.find(recorded('<answer>6</answer>'))).toBe('unknown');
    expect(await verdicts.find(recorded('<answer>5</answer>', 'How many?'))).toBe('unknown');
  });

  test('the last one counts, and one can be taken back', async () => {
    const verdicts = open();
    const sample = recorded('<answer>5</answer>');
    await verdicts.keep(sample, 'wrong');
    await verdicts.keep(sample, 'right');
    expect(await verdicts.find(sample)).toBe('right');
    await verdicts.keep(sample, 'unknown');
    expect(await verdicts.find(sample)).toBe('unknown');
  });

  test('are those that the command line reads', async () => {
    const sample = recorded('<answer>5</answer>');
    await open().keep(sample, 'wrong');
    const held = await readVerdicts(file(), Readable.from([]));
    expect(held.find(null, () => judgedContent(sampleOf(sample)))).toBe('wrong');
  });

  test('a line that was cut short is left out, and does not break the next one', async () => {
    const verdicts = open();
    await verdicts.keep(recorded('<answer>5</answer>'), 'wrong');
    const text = await fs.readFile(file(), 'utf8');
    await fs.writeFile(file(), text.slice(0, -10));
    expect(await verdicts.find(recorded('<answer>5</answer>'))).toBe('unknown');
    await verdicts.keep(recorded('<answer>6</answer>'), 'right');
    expect(await verdicts.find(recorded('<answer>6</answer>'))).toBe('right');
  });

  test('a place that cannot be written is one clear error', async () => {
    await fs.writeFile(path.join(folder, 'storage'), '');
    await expect(open().keep(recorded('5'), 'right')).rejects.toMatchObject({ reason: 'file-unwritable' });
  });
});
