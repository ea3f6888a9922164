import fs from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { ClaimLog, type KeptClaims } from '../../../../src/runs/worker/claimLog.ts';
import { temporaryFolder } from '../../../support/files.ts';

const found = (key: string): KeptClaims => ({
  key,
  claims: { share: 0.5, marks: ['found', 'not-found'], golden: { placed: 2, meeting: 1 } },
  documents: [{ path: '/report.pdf', hash: 'hash', stamp: 'stamp' }],
});

async function openLog(): Promise<ClaimLog> {
  const file = path.join(temporaryFolder(), 'run.jsonl');
  fs.writeFileSync(file, '{}\n');
  const handle = await fs.promises.open(file);
  onTestFinished(() => handle.close());
  return ClaimLog.of(temporaryFolder(), handle, {});
}

/** The next line that is appended ends in its middle, as on a disk that is full. */
function fillDisk(): void {
  const spied = vi.spyOn(fs.promises, 'appendFile').mockImplementationOnce((file, text) => {
    fs.appendFileSync(file as string, (text as string).slice(0, 40));
    return Promise.reject(Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' }));
  });
  onTestFinished(() => {
    spied.mockRestore();
  });
}

test('what is added after a disk was full is kept, and what was cut off is not', async () => {
  const log = await openLog();
  expect(await log.append([found('1')])).toBe(true);
  fillDisk();
  expect(await log.append([found('2')])).toBe(false);
  expect(await log.append([found('3'), found('4')])).toBe(true);
  expect(await log.append([found('5')])).toBe(true);
  const kept = await log.read();
  expect([...kept.keys()]).toEqual(['1', '3', '4', '5']);
  expect(kept.get('4')).toEqual(found('4'));
});
