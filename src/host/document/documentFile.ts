import * as vscode from 'vscode';
import { asPageTraceError, PageTraceError } from '../../core/errors.ts';
import { MAX_RANGE_BYTES } from '../../protocol/document.ts';
import { changedError, fileError, memoryBytes, openLocalBytes, type FileBytes } from './fileBytes.ts';
import {
  endsAsPdf,
  realClock,
  TAIL_BYTES,
  waitUntilWhole,
  type Probe,
  type WholeLimits,
} from './wholeFile.ts';

/** What happened to the file, for every view of it. */
export type FileEvent =
  | { readonly type: 'changed'; readonly size: number; readonly version: number }
  | { readonly type: 'failed'; readonly message: string; readonly hint: string }
  | { readonly type: 'notice'; readonly message: string | null };

/** A file elsewhere is held in memory; a larger one is refused. */
const MAX_MEMORY_BYTES = 512 * 1024 * 1024;

/**
 * A PDF on disk (or wherever workspace.fs reaches) as the document view reads it: in ranges, version by version.
 * It follows the file: a rebuilt one becomes a new version once it is whole.
 */
export class DocumentFile implements vscode.CustomDocument {
  readonly uri: vscode.Uri;
  readonly name: string;
  readonly #limits: WholeLimits;
  readonly #events = new vscode.EventEmitter<FileEvent>();
  readonly onDidChange = this.#events.event;
  readonly #watcher: vscode.FileSystemWatcher;
  #version = 0;
  #bytes: FileBytes | null = null;
  #past: FileBytes | null = null;
  #opening: Promise<void> | null = null;
  #following: AbortController | null = null;
  #gone = false;

  constructor(uri: vscode.Uri, limits: WholeLimits) {
    this.uri = uri;
    this.name = uri.path.slice(uri.path.lastIndexOf('/') + 1);
    this.#limits = limits;
    // Watching the folder for any name spares the escaping of a name that reads as a pattern.
    const folder = new vscode.RelativePattern(vscode.Uri.joinPath(uri, '..'), '*');
    this.#watcher = vscode.workspace.createFileSystemWatcher(folder);
    const look = (changed: vscode.Uri): void => {
      if (changed.toString() === uri.toString()) void this.look();
    };
    this.#watcher.onDidChange(look);
    this.#watcher.onDidCreate(look);
    this.#watcher.onDidDelete(look);
  }

  /** Opens the file when it is not open. Throws PageTraceError. */
  async open(): Promise<{ readonly size: number; readonly version: number }> {
    if (this.#bytes === null) {
      this.#opening ??= this.#renew().finally(() => {
        this.#opening = null;
        // A file that is not there yet is followed too.
        this.#gone = this.#bytes === null;
      });
      await this.#opening;
    }
    return { size: this.#bytes?.size ?? 0, version: this.#version };
  }

  /** Opens the file anew, whatever was open. */
  async reopen(): Promise<{ readonly size: number; readonly version: number }> {
    await this.#renew();
    return { size: this.#bytes?.size ?? 0, version: this.#version };
  }

  /** Bytes of a version; the one before the present can still be asked for. Throws PageTraceError. */
  async range(version: number, begin: number, end: number): Promise<Uint8Array> {
    if (end - begin > MAX_RANGE_BYTES) throw new PageTraceError('bad-input', 'The range is too long.');
    const bytes = version === this.#version ? this.#bytes : version === this.#version - 1 ? this.#past : null;
    if (bytes === null) throw changedError(this.name);
    try {
      return await bytes.read(begin, end);
    } catch (error) {
      // The watcher may be late, or not reach this file system.
      if (version === this.#version) void this.look();
      throw error;
    }
  }

  /** Looks whether the file is another than the one that is open, and follows it when it is. */
  async look(): Promise<void> {
    if (this.#following !== null || (this.#bytes === null && !this.#gone)) return;
    const mine = new AbortController();
    this.#following = mine;
    try {
      const now = await this.#probe();
      if (now === null) {
        this.#gone = true;
        this.#events.fire({
          type: 'notice',
          message: `${this.name} was deleted. The pages that were read so far are still shown.`,
        });
        return;
      }
      const open = this.#bytes;
      if (!this.#gone && open?.size === now.size && open.modified === now.modified) return;
      const whole = await waitUntilWhole(() => this.#probe(), {
        limits: this.#limits,
        clock: realClock,
        signal: mine.signal,
        waiting: () => {
          this.#events.fire({
            type: 'notice',
            message: `${this.name} is being written. The pages follow when it is complete.`,
          });
        },
      });
      if (whole === null) {
        if (!mine.signal.aborted) this.#again();
        return;
      }
      await this.#renew();
      this.#gone = false;
      this.#events.fire({ type: 'changed', size: this.#bytes?.size ?? 0, version: this.#version });
      // What was written while it was opened has its own event, or is found by the next look.
      this.#again();
    } catch (error) {
      const { message, hint } = asPageTraceError(error);
      this.#events.fire({ type: 'failed', message, hint: hint ?? '' });
    } finally {
      if (this.#following === mine) this.#following = null;
    }
  }

  dispose(): void {
    this.#following?.abort();
    this.#watcher.dispose();
    this.#events.dispose();
    void this.#bytes?.close();
    void this.#past?.close();
    this.#bytes = null;
    this.#past = null;
  }

  /** Looks once more after the present look. */
  #again(): void {
    queueMicrotask(() => {
      this.#following = null;
      void this.look();
    });
  }

  async #renew(): Promise<void> {
    const bytes = await this.#openBytes();
    await this.#past?.close();
    this.#past = this.#bytes;
    this.#bytes = bytes;
    this.#version += 1;
  }

  async #openBytes(): Promise<FileBytes> {
    if (this.uri.scheme === 'file') return openLocalBytes(this.uri.fsPath, this.name);
    try {
      const { size, mtime } = await vscode.workspace.fs.stat(this.uri);
      if (size > MAX_MEMORY_BYTES) {
        throw new PageTraceError('document-too-large', `${this.name} is larger than 512 MB.`, {
          hint: 'Save it on this machine and open it from there.',
        });
      }
      return memoryBytes(await vscode.workspace.fs.readFile(this.uri), mtime);
    } catch (error) {
      throw error instanceof PageTraceError ? error : fileError(error, this.name);
    }
  }

  /** A look at the file; null when it is not there. */
  async #probe(): Promise<Probe | null> {
    try {
      if (this.uri.scheme !== 'file') {
        const { size, mtime } = await vscode.workspace.fs.stat(this.uri);
        // Its end would cost reading all of it: a file elsewhere is whole when it rests.
        return { size, modified: mtime, ends: false };
      }
      const bytes = await openLocalBytes(this.uri.fsPath, this.name);
      try {
        const tail = await bytes.read(Math.max(0, bytes.size - TAIL_BYTES), bytes.size);
        return { size: bytes.size, modified: bytes.modified, ends: endsAsPdf(tail) };
      } catch {
        return { size: bytes.size, modified: bytes.modified, ends: false };
      } finally {
        await bytes.close();
      }
    } catch (error) {
      if (fileError(error, this.name).reason === 'file-not-found') return null;
      if (asPageTraceError(error).reason === 'file-not-found') return null;
      throw error;
    }
  }
}
