import fs from 'node:fs';
import net from 'node:net';
import { addAbortSignal, type Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import tty from 'node:tty';
import { promisify } from 'node:util';

/** How many bytes are read at a time. More would use memory without being faster. */
const CHUNK = 128 * 1024;

/** Milliseconds between attempts to end waiting for the writer of a pipe. */
const RETRY = 20;

const { O_WRONLY, O_NONBLOCK } = fs.constants;

/**
 * Opens a file, a pipe or a device to read it from its beginning. Waiting for a pipe's writer, and for what it writes,
 * ends with `signal`: the stream then fails with an AbortError. Without a signal, only regular files are read, because
 * nothing could end the reading. Rejects with an error of the system.
 */
export async function openReadable(file: string, signal: AbortSignal | undefined): Promise<Readable> {
  const stats = await fs.promises.stat(file);
  if (signal === undefined && !stats.isFile() && !stats.isDirectory())
    throw new Error(`${file} is not a regular file`);
  const stream = await openKind(file, stats, signal);
  return signal === undefined ? stream : addAbortSignal(signal, stream);
}

async function openKind(file: string, stats: fs.Stats, signal: AbortSignal | undefined): Promise<Readable> {
  // Reads of a pipe or a terminal that Node treats as a file wait in the system, where nothing ends them.
  if (stats.isFIFO()) return new net.Socket({ fd: await openPipe(file, signal), writable: false });
  if (stats.isCharacterDevice()) {
    const descriptor = await promisify(fs.open)(file, 'r');
    return tty.isatty(descriptor)
      ? new tty.ReadStream(descriptor)
      : fs.createReadStream('', { fd: descriptor, highWaterMark: CHUNK });
  }
  return fs.createReadStream(file, { highWaterMark: CHUNK });
}

/** Opens a named pipe. The system waits for a writer; when `signal` is aborted, this process is one for a moment. */
async function openPipe(file: string, signal: AbortSignal | undefined): Promise<number> {
  let isOpen = false;
  const opening = promisify(fs.open)(file, 'r').finally(() => {
    isOpen = true;
  });
  const release = async (): Promise<void> => {
    while (!isOpen) {
      await promisify(fs.open)(file, O_WRONLY | O_NONBLOCK).then(promisify(fs.close), () => delay(RETRY));
    }
  };
  let released = Promise.resolve();
  const onAbort = (): void => {
    released = release();
  };
  if (signal?.aborted === true) onAbort();
  signal?.addEventListener('abort', onAbort, { once: true });
  try {
    return await opening;
  } finally {
    signal?.removeEventListener('abort', onAbort);
    // A writer that is still being opened would end what is read from the same pipe next.
    await released;
  }
}
