import path from 'node:path';
import type * as vscode from 'vscode';
import { RecentStore } from '../../asking/recentStore.ts';
import { setting } from '../shared/settings.ts';

/** Milliseconds between two writes of a response that is still arriving. */
const FLUSH_EVERY = 500;

export interface RecentStoreOptions {
  /** The storage of the workspace, or of the extension where no folder is open. */
  readonly storage: vscode.Uri;
  readonly log: (line: string) => void;
  readonly onDidChange: () => void;
}

/** The store of recent questions, with the limits that the settings have at each moment. */
export function makeRecentStore({ storage, log, onDidChange }: RecentStoreOptions): RecentStore {
  return new RecentStore(path.join(storage.fsPath, 'recent'), {
    limits: () => ({
      maxCount: setting('recent.maxCount'),
      maxBytes: setting('recent.maxMegabytes') * 1024 * 1024,
      flushEvery: FLUSH_EVERY,
    }),
    log,
    onDidChange,
    now: Date.now,
  });
}
