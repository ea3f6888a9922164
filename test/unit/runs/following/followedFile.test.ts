import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { FollowedFile } from '../../../../src/runs/following/followedFile.ts';
import { WITHOUT_OPTIONS } from '../../../../src/runs/reading/inputs.ts';
import { temporaryFolder } from '../../../support/files.ts';

const LINE = `${JSON.stringify({ input: 'a', output: '<answer>1</answer>', gts: 'r', score: 1 })}\n`;

function follow(name: string, content: string): { file: string; followed: FollowedFile } {
  const file = path.join(temporaryFolder(), name);
  fs.writeFileSync(file, content);
  const followed = new FollowedFile(file, {
    inputs: WITHOUT_OPTIONS,
    settleTime: 0,
    now: Date.now,
  });
  return { file, followed };
}

async function read(followed: FollowedFile): Promise<number> {
  let count = 0;
  for await (const items of followed.read()) {
    expect(items.filter((item) => 'problem' in item)).toEqual([]);
    count += items.length;
  }
  return count;
}

describe('a followed file', () => {
  it('that is deleted between a look and reading is gone at the next look, and is no problem', async () => {
    const { file, followed } = follow('1.jsonl', LINE);
    expect(followed.look(fs.statSync(file))).toBeNull();
    expect(await read(followed)).toBe(1);
    expect(followed.look(fs.statSync(file))).toBeNull();
    fs.rmSync(file);
    expect(await read(followed)).toBe(0);
    expect(followed.look(null)).toBe('gone');
  });

  it('that is deleted before anything was read of it is gone, too', async () => {
    const { file, followed } = follow('1.jsonl', LINE);
    expect(followed.look(fs.statSync(file))).toBeNull();
    fs.rmSync(file);
    expect(await read(followed)).toBe(0);
    expect(followed.look(null)).toBe('gone');
    expect(followed.look(null)).toBeNull();
  });

  it('that is cut between a look and reading was replaced at the next look', async () => {
    const { file, followed } = follow('1.jsonl', LINE + LINE);
    followed.look(fs.statSync(file));
    expect(await read(followed)).toBe(2);
    followed.look(fs.statSync(file));
    fs.writeFileSync(file, LINE);
    expect(await read(followed)).toBe(0);
    expect(followed.look(fs.statSync(file))).toBe('replaced');
  });
});
