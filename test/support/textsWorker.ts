// Checks batches of generated texts. Each message is the number of a batch; the answer is null, or what failed first.
import { parentPort, workerData } from 'node:worker_threads';
import { generateText } from './generatedTexts.ts';
import { checkText } from './textChecks.ts';

const { seed, size } = workerData as { readonly seed: number; readonly size: number };

parentPort?.on('message', (batch: number) => {
  parentPort?.postMessage(failureIn(batch));
});

function failureIn(batch: number): string | null {
  for (let index = batch * size; index < (batch + 1) * size; index++) {
    const text = generateText(seed, index);
    try {
      checkText(text, index);
    } catch (error) {
      return `generateText(${seed}, ${index}), ${JSON.stringify(text)}: ${error instanceof Error ? error.message : String(error)}`;
    }
  }
  return null;
}
