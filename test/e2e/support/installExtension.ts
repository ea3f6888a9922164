import fs from 'node:fs';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { Failure } from '../../../scripts/lib/failure.mjs';
import { cache, vsix } from '../../../scripts/lib/paths.mjs';
import { makeFolders, runServerCommand } from '../../../scripts/lib/vscodeServer.mjs';

declare module 'vitest' {
  interface ProvidedContext {
    /** The extensions folder of a fresh VS Code into which the packed extension was installed. */
    installedExtensions: string;
  }
}

/** Installs the packed extension once, into a fresh VS Code; each server gets a copy of the installed files. */
export async function setup(project: TestProject): Promise<void> {
  const packed = process.env['PAGETRACE_VSIX'] ?? vsix;
  if (!fs.existsSync(packed)) throw new Failure(`${packed} is missing; npm run package makes it.`);
  const folder = path.join(cache, 'e2e', 'installed');
  fs.rmSync(folder, { recursive: true, force: true });
  const folders = makeFolders(folder);
  await runServerCommand(folders, ['--install-extension', packed]);
  project.provide('installedExtensions', folders.extensions);
}
