import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { NO_INPUT } from '../../../../src/runs/reading/bytes.ts';
import { readInputs, WITHOUT_OPTIONS } from '../../../../src/runs/reading/inputs.ts';
import { readReferences } from '../../../../src/runs/reading/references.ts';
import { readWholeFile, readWholeText } from '../../../../src/runs/reading/wholeText.ts';
import { temporaryFolder } from '../../../support/files.ts';

const CANCELLED = { reason: 'cancelled' } as const;
const UNREADABLE = { reason: 'file-unreadable' } as const;

/** Milliseconds that a loaded system takes to close a file. */
const SLOW_CLOSE = 60;

function makePipe(): string {
  const pipe = path.join(temporaryFolder(), 'pipe.jsonl');
  execFileSync('mkfifo', [pipe]);
  return pipe;
}

/** A signal that is aborted a moment later. */
function soon(): AbortSignal {
  const stop = new AbortController();
  setTimeout(() => {
    stop.abort();
  }, 150);
  return stop.signal;
}

describe.skipIf(process.platform === 'win32')('reading what is not a regular file', () => {
  it('reads a pipe to its end', async () => {
    const pipe = makePipe();
    const text = 'x'.repeat(300_000);
    const reading = readWholeText(pipe, NO_INPUT, { signal: new AbortController().signal });
    await fs.promises.writeFile(pipe, text);
    expect(await reading).toBe(text);
  });

  it('stops waiting for a pipe that nobody writes to', async () => {
    const pipe = makePipe();
    await expect(readWholeText(pipe, NO_INPUT, { signal: soon() })).rejects.toMatchObject(CANCELLED);
    await expect(readWholeFile(pipe, { signal: AbortSignal.abort() })).rejects.toMatchObject(CANCELLED);
    await expect(readReferences(pipe, NO_INPUT, soon())).rejects.toMatchObject(CANCELLED);
    const items = readInputs([pipe], { ...WITHOUT_OPTIONS, signal: soon() });
    await expect(items.next()).rejects.toMatchObject(CANCELLED);
  });

  it('leaves nothing at a pipe that would end what is read from it next', async () => {
    const pipe = makePipe();
    const { close } = fs;
    const spy = vi.spyOn(fs, 'close').mockImplementation((descriptor, done) => {
      setTimeout(() => {
        close(descriptor, done);
      }, SLOW_CLOSE);
    });
    onTestFinished(() => {
      spy.mockRestore();
    });
    await expect(readWholeFile(pipe, { signal: AbortSignal.abort() })).rejects.toMatchObject(CANCELLED);
    await expect(readWholeFile(pipe, { signal: soon() })).rejects.toMatchObject(CANCELLED);
  });

  it('stops waiting for what the writer of a pipe has not written yet', async () => {
    const pipe = makePipe();
    const descriptor = fs.openSync(pipe, 'r+');
    onTestFinished(() => {
      fs.closeSync(descriptor);
    });
    fs.writeSync(descriptor, '{"response": "a"}\n');
    await expect(readWholeText(pipe, NO_INPUT, { signal: soon() })).rejects.toMatchObject(CANCELLED);
  });

  it.runIf(fs.existsSync('/dev/zero'))(
    'stops at the limit of a text, and when it is interrupted',
    async () => {
      const { signal } = new AbortController();
      await expect(readWholeFile('/dev/zero', { longest: 1_000_000, signal })).rejects.toMatchObject(
        UNREADABLE,
      );
      await expect(readReferences('/dev/zero', NO_INPUT, soon())).rejects.toMatchObject(CANCELLED);
    },
  );

  it('reads only regular files if nothing could interrupt it', async () => {
    const pipe = makePipe();
    await expect(readWholeText(pipe, NO_INPUT)).rejects.toMatchObject(UNREADABLE);
    await expect(readWholeText('/dev/null', NO_INPUT)).rejects.toMatchObject(UNREADABLE);
  });
});
