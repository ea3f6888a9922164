import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openSink, writeOutput } from '../../../src/cli/output/sink.ts';
import { temporaryFolder } from '../../support/files.ts';
import { silentTerminal } from '../../support/silentTerminal.ts';

const silent = silentTerminal();
const NEVER = new AbortController().signal;
const LARGE = 'x'.repeat(1_000_000);

/** A named pipe, or a link to one, in a folder of its own. */
function makePipe(isLink: boolean): { readonly pipe: string; readonly named: string } {
  const pipe = path.join(temporaryFolder(), 'pipe');
  execFileSync('mkfifo', [pipe]);
  const link = path.join(path.dirname(pipe), 'link');
  fs.symlinkSync(pipe, link);
  return { pipe, named: isLink ? link : pipe };
}

describe.skipIf(process.platform === 'win32')('a result in what is not a regular file', () => {
  it.each([false, true])('is written to a pipe when it has a reader (through a link: %s)', async (isLink) => {
    const { pipe, named } = makePipe(isLink);
    const writing = writeOutput(named, LARGE, silent, NEVER);
    const reader = fs.createReadStream(pipe, { encoding: 'utf8' });
    let text = '';
    for await (const piece of reader) text += String(piece);
    await writing;
    expect(text).toBe(LARGE);
    expect(fs.lstatSync(pipe).isFIFO()).toBe(true);
    expect(fs.readdirSync(path.dirname(pipe)).sort()).toEqual(['link', 'pipe']);
  });

  it('waits for the reader of a pipe until it is interrupted', async () => {
    const { pipe } = makePipe(false);
    const stop = new AbortController();
    const writing = writeOutput(pipe, 'text', silent, stop.signal);
    setTimeout(() => {
      stop.abort();
    }, 100);
    await expect(writing).rejects.toMatchObject({ reason: 'cancelled' });
  });

  it('waits for a reader that does not read until it is interrupted', async () => {
    const { pipe } = makePipe(false);
    const descriptor = fs.openSync(pipe, fs.constants.O_RDONLY | fs.constants.O_NONBLOCK);
    onTestFinished(() => {
      fs.closeSync(descriptor);
    });
    const stop = new AbortController();
    const writing = writeOutput(pipe, LARGE, silent, stop.signal);
    setTimeout(() => {
      stop.abort();
    }, 100);
    await expect(writing).rejects.toMatchObject({ reason: 'cancelled' });
  });

  it('fails if the reader of a pipe leaves', async () => {
    const { pipe } = makePipe(false);
    const descriptor = fs.openSync(pipe, fs.constants.O_RDONLY | fs.constants.O_NONBLOCK);
    const sink = await openSink(pipe, silent, NEVER);
    fs.closeSync(descriptor);
    sink.write(LARGE);
    await expect(sink.close()).rejects.toMatchObject({ reason: 'file-unwritable' });
  });

  it('is written to a device, not put in its place', async () => {
    const link = path.join(temporaryFolder(), 'null');
    fs.symlinkSync('/dev/null', link);
    await writeOutput(link, LARGE, silent, NEVER);
    expect(fs.readlinkSync(link)).toBe('/dev/null');
  });

  it('is appended to an open file that is named by its descriptor', async () => {
    const file = path.join(temporaryFolder(), 'log');
    fs.writeFileSync(file, 'before\n');
    const descriptor = fs.openSync(file, 'a');
    onTestFinished(() => {
      fs.closeSync(descriptor);
    });
    await writeOutput(`/dev/fd/${descriptor}`, 'text\n', silent, NEVER);
    expect(fs.readFileSync(file, 'utf8')).toBe('before\ntext\n');
  });

  it.each([false, true])('is refused by a socket (through a link: %s)', async (isLink) => {
    const folder = temporaryFolder();
    const socket = path.join(folder, 'socket');
    const server = net.createServer().listen(socket);
    await once(server, 'listening');
    onTestFinished(() => {
      server.close();
    });
    const link = path.join(folder, 'link');
    fs.symlinkSync(socket, link);
    const named = isLink ? link : socket;
    await expect(writeOutput(named, 'text', silent, NEVER)).rejects.toMatchObject({
      reason: 'file-unwritable',
      message: `${named} is a socket, not a file.`,
    });
    expect(fs.lstatSync(socket).isSocket()).toBe(true);
  });

  it('replaces a link to a regular file, and not the file', async () => {
    const folder = temporaryFolder();
    const file = path.join(folder, 'profile');
    fs.writeFileSync(file, 'export A=1');
    const link = path.join(folder, 'out.json');
    fs.symlinkSync(file, link);
    await writeOutput(link, 'text', silent, NEVER);
    expect(fs.readFileSync(file, 'utf8')).toBe('export A=1');
    expect(fs.readFileSync(link, 'utf8')).toBe('text');
    expect(fs.readdirSync(folder).sort()).toEqual(['out.json', 'profile']);
  });
});
