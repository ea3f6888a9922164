import { onTestFinished } from 'vitest';
import type { Grounding } from '../../../src/core/grounding/model.ts';
import { LanguageWorker, type LanguageWorkerOptions } from '../../../src/languageWorker/languageWorker.ts';
import { TrajectoryFeatures, type NamedFiles } from '../../../src/languageWorker/trajectoryFeatures.ts';
import { LANGUAGE_WORKER } from '../../support/files.ts';

/** A language worker that ends with the running test. */
export function startLanguageWorker(options: Partial<LanguageWorkerOptions> = {}): LanguageWorker {
  const worker = new LanguageWorker({ url: LANGUAGE_WORKER, strings: {}, locale: 'en', ...options });
  onTestFinished(() => worker.dispose());
  return worker;
}

/** The features of a worker with these prompts and composite rewards, by name. */
export function featuresOf(
  worker: LanguageWorker,
  prompts: Record<string, string> = {},
  composites: Record<string, string> = {},
  grounding: () => Grounding | null = () => null,
): TrajectoryFeatures {
  const files: NamedFiles = {
    prompt: (name) => {
      const text = prompts[name];
      return Promise.resolve(text === undefined ? null : { name, uri: `prompt:${name}`, text });
    },
    compositeText: (name) => Promise.resolve({ text: composites[name] ?? null, fault: null }),
    grounding,
  };
  return new TrajectoryFeatures(worker, files);
}
