import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
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
    testTimeout: 30_000,
  },
});
