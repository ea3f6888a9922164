import type { BrowserServer } from 'playwright-core';
import type { TestProject } from 'vitest/node';
import { launchBrowserServer } from '../../../../scripts/lib/browser.mjs';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address at which the test processes connect to the browser. */
    browserAddress: string;
  }
}

let server: BrowserServer | undefined;

/** Starts one Chromium for all test files. */
export async function setup(project: TestProject): Promise<void> {
  server = await launchBrowserServer();
  project.provide('browserAddress', server.wsEndpoint());
}

/** Closes Chromium after the last test file. */
export async function teardown(): Promise<void> {
  await server?.close();
}
