import assert from 'node:assert/strict';
import path from 'node:path';
import { RunMemory } from '../../../src/host/runs/runMemory.ts';
import { RunSession } from '../../../src/host/runs/runSession.ts';
import { documentFolders } from '../../../src/host/shared/documentFolders.ts';
import { extensionUri, memento, until } from './given.ts';
import { makeFiles, makeLibrary } from './services.ts';

/**
 * Opens the run of a file as the run view does, waits until it is scored, and closes it after the test. A fault of the run
 * fails the test.
 */
export function useRuns(): (file: string) => Promise<RunSession> {
  const library = makeLibrary();
  const files = makeFiles(() => true, documentFolders);
  const sessions: RunSession[] = [];
  afterEach(() => {
    for (const session of sessions.splice(0)) session.dispose();
  });
  after(async () => {
    files.dispose();
    await library.dispose();
  });
  return async (file) => {
    const session = new RunSession(
      { key: file, name: path.basename(file), paths: [file] },
      {
        extensionUri: extensionUri(),
        cache: null,
        memory: new RunMemory(memento(), memento()),
        pages: { extensionUri: extensionUri(), library, permitFile: files.permit },
        error: (error) => assert.fail(String(error)),
        limits: { progressInterval: 1, scoringNiceness: 0 },
      },
    );
    sessions.push(session);
    session.start();
    await until('the run is read', () => session.state().status.phase === 'ready');
    await session.index.settled('scored');
    return session;
  };
}
