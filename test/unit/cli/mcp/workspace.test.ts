import fs from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { Workspace } from '../../../../src/cli/verbs/mcp/workspace.ts';
import { temporaryFolder } from '../../../support/files.ts';

let top: string;
let inside: string;
let workspace: Workspace;

beforeEach(async () => {
  top = fs.realpathSync(temporaryFolder());
  inside = path.join(top, 'work');
  fs.mkdirSync(path.join(inside, 'runs/deep'), { recursive: true });
  fs.mkdirSync(path.join(top, 'workshop'));
  fs.writeFileSync(path.join(inside, 'a.jsonl'), '');
  fs.writeFileSync(path.join(top, 'secret.jsonl'), '');
  fs.writeFileSync(path.join(top, 'workshop/b.jsonl'), '');
  workspace = await Workspace.open([inside]);
});

const OUTSIDE = /is outside of the workspace\.$/;

describe('what is read', () => {
  it('is named relative to the workspace, or by its absolute path', async () => {
    const file = path.join(inside, 'a.jsonl');
    expect(await workspace.input('a.jsonl')).toBe(file);
    expect(await workspace.input(file)).toBe(file);
    expect(await workspace.input('runs/../a.jsonl')).toBe(file);
    expect(await workspace.input('.')).toBe(inside);
    expect(await workspace.mayRead(file)).toBe(true);
  });

  it.each(['../secret.jsonl', '../workshop/b.jsonl', '..', '/etc/hostname', 'runs/../../secret.jsonl'])(
    'is not %s',
    async (name) => {
      await expect(workspace.input(name)).rejects.toThrow(OUTSIDE);
      expect(await workspace.mayRead(path.resolve(inside, name))).toBe(false);
    },
  );

  it('is not what a link leads to outside of it', async () => {
    fs.symlinkSync('../secret.jsonl', path.join(inside, 'link.jsonl'));
    fs.symlinkSync(path.join(top, 'workshop'), path.join(inside, 'folder'));
    fs.symlinkSync('a.jsonl', path.join(inside, 'good.jsonl'));
    await expect(workspace.input('link.jsonl')).rejects.toThrow(OUTSIDE);
    await expect(workspace.input('folder/b.jsonl')).rejects.toThrow(OUTSIDE);
    expect(await workspace.mayRead(path.join(inside, 'link.jsonl'))).toBe(false);
    expect(await workspace.input('good.jsonl')).toBe(path.join(inside, 'good.jsonl'));
  });

  it('is not a folder from which a link leads out, however deep and through other links', async () => {
    fs.mkdirSync(path.join(inside, 'elsewhere'));
    fs.symlinkSync('../../secret.jsonl', path.join(inside, 'elsewhere/link.jsonl'));
    fs.symlinkSync('../../elsewhere', path.join(inside, 'runs/deep/more'));
    await expect(workspace.input('runs')).rejects.toThrow(
      'elsewhere/link.jsonl is outside of the workspace.',
    );
    fs.rmSync(path.join(inside, 'elsewhere/link.jsonl'));
    // A link that leads back to its own folder ends, too.
    fs.symlinkSync('../runs', path.join(inside, 'elsewhere/again'));
    expect(await workspace.input('runs')).toBe(path.join(inside, 'runs'));
  });

  it('is not a folder with more files than can be looked at', async () => {
    const small = await Workspace.open([inside], 3);
    for (const name of ['1', '2', '3', '4']) fs.writeFileSync(path.join(inside, 'runs', name), '');
    await expect(small.input('runs')).rejects.toThrow('runs has too many files.');
  });

  it('exists', async () => {
    await expect(workspace.input('none.jsonl')).rejects.toThrow('none.jsonl was not found in the workspace.');
    // A file that other files may or may not have beside them.
    expect(await workspace.mayRead(path.join(top, 'none.json'))).toBe(true);
  });

  it('is looked for in every folder of the workspace', async () => {
    const both = await Workspace.open([inside, path.join(top, 'workshop')]);
    expect(await both.input('b.jsonl')).toBe(path.join(top, 'workshop/b.jsonl'));
    await expect(both.input('../secret.jsonl')).rejects.toThrow(OUTSIDE);
  });
});

describe('what is written', () => {
  it('is a new file in a folder of the workspace', async () => {
    expect(await workspace.output('runs/out.jsonl')).toBe(path.join(inside, 'runs/out.jsonl'));
    await expect(workspace.output('a.jsonl')).rejects.toThrow('a.jsonl exists already.');
    await expect(workspace.output('none/out.jsonl')).rejects.toThrow(
      'The folder of none/out.jsonl was not found.',
    );
    await expect(workspace.output('../out.jsonl')).rejects.toThrow(OUTSIDE);
  });

  it('is not where a link leads', async () => {
    fs.symlinkSync('../workshop', path.join(inside, 'folder'));
    fs.symlinkSync('../none.jsonl', path.join(inside, 'dangling.jsonl'));
    await expect(workspace.output('folder/out.jsonl')).rejects.toThrow(OUTSIDE);
    await expect(workspace.output('dangling.jsonl')).rejects.toThrow('dangling.jsonl exists already.');
  });
});

it('a workspace is a folder', async () => {
  await expect(Workspace.open([path.join(inside, 'a.jsonl')])).rejects.toThrow(/a\.jsonl is not a folder\.$/);
  await expect(Workspace.open([path.join(top, 'none')])).rejects.toThrow(/none is not a folder\.$/);
});
