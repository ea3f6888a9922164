import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { asPageTraceError, PageTraceError } from '../../core/errors.ts';
import { MAX_RANGE_BYTES } from '../../protocol/document.ts';
import { editorHint } from '../shared/editorHint.ts';
import { changedError, fileError, memoryBytes, openLocalBytes, type FileBytes } from './fileBytes.ts';
import { probeFile, watchFile } from './probeFile.ts';
import { realClock, waitUntilWhole, type WholeLimits } from './wholeFile.ts';

/** What happened to the file, for every view of it. */
export type FileEvent =
  | { readonly type: 'changed'; readonly size: number; readonly version: number }
  | { readonly type: 'failed'; readonly message: string; readonly hint: string }
  | { readonly type: 'notice'; readonly message: string | null };

/** A file that is not local is held in memory; a larger one is rejected. */
const MAX_MEMORY_BYTES = 512 * 1024 * 1024;

/**
 * A PDF on disk (or anywhere that workspace.fs reaches) as the document view reads it: in ranges, version by version.
 * It follows changes on disk: a rebuilt file becomes a new version once it is complete.
 */
export class DocumentFile implements vscode.CustomDocument {
  readonly uri: vscode.Uri;
  readonly name: string;
  readonly #limits: WholeLimits;
  readonly #events = new vscode.EventEmitter<FileEvent>();
  readonly onDidChange = this.#events.event;
  readonly #watcher: vscode.Disposable;
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
    this.#watcher = watchFile(uri, () => void this.look());
  }

  /**
   * Opens the file if it is not open.
   * @throws PageTraceError if it cannot be read
   */
  async open(): Promise<{ readonly size: number; readonly version: number }> {
    if (this.#bytes === null) {
      this.#opening ??= this.#renew().finally(() => {
        this.#opening = null;
        // Changes of a file that does not exist yet are followed too.
        this.#gone = this.#bytes === null;
      });
      await this.#opening;
    }
    return { size: this.#bytes?.size ?? 0, version: this.#version };
  }

  /** Opens the file again, even if it is open. */
  async reopen(): Promise<{ readonly size: number; readonly version: number }> {
    await this.#renew();
    return { size: this.#bytes?.size ?? 0, version: this.#version };
  }

  /**
   * Bytes of the current version or of the previous one.
   * @throws PageTraceError if the file has changed since
   */
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

  /** Checks whether the file differs from the open version, and if so opens the new version. */
  async look(): Promise<void> {
    if (this.#following !== null || (this.#bytes === null && !this.#gone)) return;
    const mine = new AbortController();
    this.#following = mine;
    try {
      const now = await probeFile(this.uri);
      if (now === null) {
        this.#gone = true;
        this.#events.fire({
          type: 'notice',
          message: t('{0} was deleted. The pages that were read so far are still shown.', this.name),
        });
        return;
      }
      const open = this.#bytes;
      if (!this.#gone && open?.size === now.size && open.modified === now.modified) return;
      const whole = await waitUntilWhole(() => probeFile(this.uri), {
        limits: this.#limits,
        clock: realClock,
        signal: mine.signal,
        waiting: () => {
          this.#events.fire({
            type: 'notice',
            message: t('{0} is being written. The pages appear when it is complete.', this.name),
          });
        },
      });
      if (whole === null) {
        if (!mine.signal.aborted) this.#checkAgain();
        return;
      }
      await this.#renew();
      this.#gone = false;
      this.#events.fire({ type: 'changed', size: this.#bytes?.size ?? 0, version: this.#version });
      // A change while the file is being opened causes another event, or is found by the next check.
      this.#checkAgain();
    } catch (error) {
      const known = asPageTraceError(error);
      this.#events.fire({ type: 'failed', message: known.message, hint: editorHint(known) ?? '' });
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

  /** Checks once more after the current check. */
  #checkAgain(): void {
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
        throw new PageTraceError('document-too-large', t('{0} is larger than 512 MB.', this.name), {
          hint: t('Save it on this machine and open it from there.'),
        });
      }
      return memoryBytes(await vscode.workspace.fs.readFile(this.uri), mtime);
    } catch (error) {
      throw error instanceof PageTraceError ? error : fileError(error, this.name);
    }
  }
}
