import { t } from '@vscode/l10n';
import { PageTraceError } from '../../core/errors.ts';
import { isJsonObject, type JsonObject } from '../../core/records/fieldPath.ts';
import { completedSamples, type CompletedSample } from '../../inference/completedSamples.ts';
import type { Usage } from '../../inference/model.ts';
import { knownRefusal, serverWords } from '../../inference/serverErrors.ts';
import type { BatchHead, BatchQuestion } from './model.ts';

/** What an output says: samples, or why there are none. */
export type ReadOutput =
  | { readonly samples: readonly CompletedSample[]; readonly usage: Usage | null }
  | { readonly error: PageTraceError };

/** Reads the output of a request. vLLM writes an error as an object or as a text, with or without a status. */
export function readOutput(output: JsonObject, question: BatchQuestion, { settings }: BatchHead): ReadOutput {
  const response = isJsonObject(output['response']) ? output['response'] : {};
  const body = isJsonObject(response['body']) ? response['body'] : null;
  const status = typeof response['status_code'] === 'number' ? response['status_code'] : null;
  const said = output['error'] ?? null;
  if (said === null && body !== null && (status === null || status < 400)) {
    const { samples, usage } = completedSamples(body);
    if (samples.length > 0) return { samples, usage };
  }
  return { error: failureOf(errorText(said ?? body), status, question, settings) };
}

function failureOf(
  body: string,
  status: number | null,
  { images }: BatchQuestion,
  { model, sampling }: BatchHead['settings'],
): PageTraceError {
  const words = serverWords(body);
  const fileError = words === null ? null : imageFileError(words);
  if (fileError !== null) return fileError;
  const known = knownRefusal({
    status,
    body,
    url: '',
    model,
    images: images.length,
    ...(sampling.max_tokens === undefined ? {} : { maxTokens: sampling.max_tokens }),
  });
  if (known !== null) return known;
  const sentence = status === null ? t('The request failed') : t('The request failed (HTTP {0})', status);
  return new PageTraceError(
    'server-refused',
    words === null ? t('{0}, and its output does not say why.', sentence) : `${sentence}: ${words}`,
    {
      hint: t('Change what the server complains about, and try again.'),
      ...(words === null ? {} : { said: words }),
      ...(status === null ? {} : { status }),
    },
  );
}

/** The error for a page image that the server could not read from its disk; null if the words are about something else. */
function imageFileError(words: string): PageTraceError | null {
  if (/allowed-local-media-path|must be a subpath of/i.test(words))
    return new PageTraceError('image-refused', t('The server may not read the folder of the page images.'), {
      hint: t('Start it with --allowed-local-media-path and that folder.'),
      said: words,
    });
  if (/no such file or directory/i.test(words))
    return new PageTraceError('image-refused', t('The server did not find a page image.'), {
      hint: t(
        'Copy the folder of the images to where the requests name it, or export again with --image-root.',
      ),
      said: words,
    });
  return null;
}

/** Why a sample of an answer has no text. */
export function emptyError({ refusal }: Pick<CompletedSample, 'refusal'>): PageTraceError {
  return refusal === null
    ? new PageTraceError('server-failed', t('The server sent an answer without any text.'), {
        hint: t("Look at the server's own log, and try again."),
      })
    : new PageTraceError('server-refused', t('The model refused: {0}', refusal), {
        hint: t('Ask in another way, or ask another model.'),
        said: refusal,
      });
}

/** What an output says of an error, as the body of a server's answer would. */
function errorText(error: unknown): string {
  if (error === null) return '';
  if (typeof error === 'string') return error;
  return JSON.stringify(isJsonObject(error) && 'error' in error ? error : { error });
}
