import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { CountingReporter } from '../../scripts/lib/checks/vitestReporter.mjs';

/** The tests that need a real vLLM; scripts/testVllm.mjs starts it and passes its address. */
export default defineConfig({
  root: fileURLToPath(new URL('../..', import.meta.url)),
  test: {
    include: ['test/vllm/**/*.test.ts'],
    reporters: ['verbose', new CountingReporter()],
    testTimeout: 120_000,
    // There is one server on two cores, so test files in parallel would only wait for each other.
    fileParallelism: false,
  },
});
