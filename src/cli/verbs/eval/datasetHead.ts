import path from 'node:path';
import { isPreset } from '../../../asking/promptFiles.ts';
import type { DatasetHead } from '../../../core/datasets/model.ts';

/** The prompt that a data set names: a preset, or a file relative to its folder. */
export function usualPrompt({ prompt }: DatasetHead, folder: string): string {
  if (prompt === null) return 'lang2act';
  return isPreset(prompt) ? prompt : path.resolve(folder, prompt);
}

/** What records call a data set. */
export function datasetName({ name }: DatasetHead, dataset: string): string {
  return name ?? path.basename(dataset).replace(/(?:\.dataset)?\.jsonl?$/iu, '');
}
