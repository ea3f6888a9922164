import { defineConfig } from 'vitest/config';
import { CountingReporter } from './scripts/lib/checks/vitestReporter.mjs';

export default defineConfig({
  cacheDir: '.cache/vite',
  test: {
    reporters: ['default', new CountingReporter()],
    testTimeout: 30_000,
    projects: [
      {
        extends: true,
        test: { name: 'unit', include: ['test/unit/**/*.test.ts'], environment: 'node' },
      },
      {
        extends: true,
        test: { name: 'golden', include: ['test/golden/**/*.test.ts'], environment: 'node' },
      },
      {
        extends: true,
        test: { name: 'webview', include: ['test/webview/**/*.test.{ts,tsx}'], environment: 'happy-dom' },
        oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
      },
    ],
  },
});
