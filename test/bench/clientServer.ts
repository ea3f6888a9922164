import process from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';
import { startFakeVllm } from '../support/fakeVllm.ts';

/**
 * Streams like vLLM in a separate process, so that it does not take processor time from the measured client.
 * Arguments: characters per sample, milliseconds between the tokens of a sample (0 for as fast as possible), samples.
 */
const [length = 4000, pace = 0, samples = 1] = process.argv.slice(2).map(Number);
const sentence = '<think>Image 1 shows the table of the question.</think> ';

const server = await startFakeVllm({
  trajectories: [sentence.repeat(Math.ceil(length / sentence.length)).slice(0, length)],
  chunkSize: 4,
  beforeChunk: pace > 0 ? (chunk) => (chunk % samples === 0 ? pause(pace) : Promise.resolve()) : null,
});
process.send?.(server.url);
process.once('disconnect', () => void server.close());
