import type { CallHandlers } from '../../workers/serve.ts';
import type { LanguageCalls } from '../calls.ts';
import { Features } from './features.ts';
import { GivenFiles } from './givenFiles.ts';

/** The functions of the language worker. */
export function languageHandlers(): CallHandlers<LanguageCalls> {
  const files = new GivenFiles();
  const features = new Features(files);
  return {
    feature: (request) => features.answer(request),
    forget: (uri) => {
      features.forget(uri);
      return null;
    },
  };
}
