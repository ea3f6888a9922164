import os from 'node:os';
import { defineConfig } from 'vitest/config';
import { CountingReporter } from './scripts/lib/checks/vitestReporter.mjs';

export default defineConfig({
  cacheDir: '.cache/vite',
  test: {
    reporters: ['default', new CountingReporter()],
    // Time limits only end what hangs. On a machine that does much else, a test can take twenty times as long.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
    // Tests that start processes, threads or pages wait for them, so one more runs than there are processors.
    maxWorkers: os.availableParallelism() + 1,
    projects: [
      {
        extends: true,
        // Without isolation, the files that a process runs share what they import, which saves half of the time.
        test: {
          name: 'unit',
          include: ['test/unit/**/*.test.ts', 'test/errors/**/*.test.ts'],
          environment: 'node',
          isolate: false,
        },
      },
      {
        extends: true,
        test: { name: 'golden', include: ['test/golden/**/*.test.ts'], environment: 'node', isolate: false },
      },
      {
        extends: true,
        // A command has a time limit of its own, and its failure shows what it wrote, so that limit must be reached first.
        test: {
          name: 'cli',
          include: ['test/cli/**/*.test.ts'],
          environment: 'node',
          isolate: false,
          testTimeout: 300_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'webview',
          include: ['test/webview/**/*.test.tsx'],
          environment: 'happy-dom',
        },
        oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
      },
      {
        extends: true,
        // Tests that draw nothing leave nothing behind, so they share a page, which takes longer to make than most of them.
        test: {
          name: 'webview-model',
          include: ['test/webview/**/*.test.ts'],
          exclude: ['test/webview/browser/**'],
          environment: 'happy-dom',
          isolate: false,
        },
        oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
      },
      {
        extends: true,
        test: {
          name: 'webview-browser',
          include: ['test/webview/browser/**/*.test.ts'],
          environment: 'node',
          globalSetup: 'test/webview/browser/support/startChromium.ts',
          // A test process keeps its connection to Chromium, its pages and bundles from file to file.
          isolate: false,
          // A browser is slow on a busy machine.
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
    ],
  },
});
