import fs from 'node:fs';
import path from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import type { RunnerTestCase } from 'vitest';
import { testResults } from '../../../scripts/lib/paths.mjs';
import type { Folders } from '../../../scripts/lib/vscodeServer.mjs';

/** The state of a workbench whose test failed. */
interface Evidence {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly folders: Folders;
  /** Lines that the page logged. */
  readonly console: readonly string[];
  readonly serverLog: string;
}

/** Keeps a failed test's screenshot, Playwright trace and logs under test-results/, in a folder named after it. */
export async function keepEvidence(task: Readonly<RunnerTestCase>, evidence: Evidence): Promise<void> {
  const spec = path.basename(task.file.name, '.spec.ts');
  const name = `${spec}-${task.name}`.replaceAll(/[^\p{L}\p{N}]+/gu, '-').slice(0, 100);
  const folder = path.join(testResults, name);
  fs.rmSync(folder, { recursive: true, force: true });
  fs.mkdirSync(folder, { recursive: true });
  fs.writeFileSync(path.join(folder, 'page.log'), evidence.console.join('\n'));
  fs.writeFileSync(path.join(folder, 'server.log'), evidence.serverLog);
  const logs = path.join(evidence.folders.userData, 'logs');
  if (fs.existsSync(logs)) fs.cpSync(logs, path.join(folder, 'logs'), { recursive: true });
  // The page may have crashed; the rest is kept anyway.
  await evidence.page.screenshot({ path: path.join(folder, 'page.png') }).catch(() => undefined);
  await evidence.context.tracing.stopChunk({ path: path.join(folder, 'trace.zip') });
  console.log(`What the failed test left: ${path.relative(process.cwd(), folder)}`);
}
