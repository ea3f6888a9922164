import path from 'node:path';
import { defineConfig } from 'vitest/config';
import { CountingReporter } from '../../scripts/lib/checks/vitestReporter.mjs';
import { cache } from '../../scripts/lib/paths.mjs';

export default defineConfig({
  cacheDir: path.join(cache, 'vite-e2e'),
  test: {
    name: 'e2e',
    root: import.meta.dirname,
    include: ['**/*.spec.ts'],
    globalSetup: ['support/installExtension.ts'],
    reporters: ['verbose', new CountingReporter()],
    pool: 'forks',
    // Tests spend most of their time waiting, and every file has its own server and browser.
    maxWorkers: 2,
    testTimeout: 400_000,
    hookTimeout: 400_000,
    expect: { poll: { timeout: 90_000 } },
  },
});
