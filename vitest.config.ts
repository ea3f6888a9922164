import os from 'node:os';
import { defineConfig } from 'vitest/config';
import { CountingReporter } from './scripts/lib/checks/vitestReporter.mjs';

export default defineConfig({
  cacheDir: '.cache/vite',
  test: {
    reporters: ['default', new CountingReporter()],
    testTimeout: 30_000,
    // What comes by itself comes late on a machine with other work; Vitest would wait for a second.
    expect: { poll: { timeout: 20_000 } },
    // Vitest leaves one processor to itself, of two as of sixteen; it has little to do while the tests run.
    maxWorkers: os.availableParallelism(),
    projects: [
      {
        extends: true,
        // Where files are not isolated, those that a process runs share what they import: half of the time of short tests.
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
        // A command that ends late has failed at its own limit, with what it wrote.
        test: {
          name: 'cli',
          include: ['test/cli/**/*.test.ts'],
          environment: 'node',
          isolate: false,
          testTimeout: 90_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'webview',
          include: ['test/webview/**/*.test.{ts,tsx}'],
          exclude: ['test/webview/browser/**'],
          environment: 'happy-dom',
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
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
