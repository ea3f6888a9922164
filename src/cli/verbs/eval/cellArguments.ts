import path from 'node:path';
import { isPreset } from '../../../asking/promptFiles.ts';
import type { Cell, Sweep } from '../../../evaluation/sweep/model.ts';

/**
 * The arguments of `pagetrace eval` that answer a cell of a sweep.
 * @param folder the folder of the sweep's file, to which its paths are relative
 * @param out the file of the run
 */
export function cellArguments(
  sweep: Sweep,
  { choice }: Cell,
  folder: string,
  out: string,
): readonly string[] {
  const { prompt, server, model, pixels, pages, sampling } = choice;
  const inFolder = (file: string): string => path.resolve(folder, file);
  const values: readonly (readonly [name: string, value: string | number | null | undefined])[] = [
    ['prompt', prompt === null || isPreset(prompt) ? prompt : inFolder(prompt)],
    ['server', server.url],
    ['model', model],
    ['api-key-file', server.keyFile === null ? null : inFolder(server.keyFile)],
    ['concurrency', server.concurrency ?? sweep.concurrency],
    ['pages', pages],
    ['min-pixels', pixels?.minPixels],
    ['max-pixels', pixels?.maxPixels],
    ['temperature', sampling?.temperature],
    ['top-p', sampling?.top_p],
    ['repetition-penalty', sampling?.repetition_penalty],
    ['max-tokens', sampling?.max_tokens],
    ['seed', sampling?.seed],
    ['samples', sweep.samples],
    ['limit', sweep.limit],
    ['where', sweep.where],
    ['out', out],
  ];
  return [
    inFolder(sweep.dataset),
    ...values.flatMap(([name, value]) => (value == null ? [] : [`--${name}=${value}`])),
  ];
}
