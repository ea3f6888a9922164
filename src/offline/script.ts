import { t } from '@vscode/l10n';
import * as v from 'valibot';
import { PageTraceError } from '../core/errors.ts';

/** What a scripted server says to one request: a text, or why it refuses. */
export type ScriptedAnswer =
  | { readonly text: string }
  | { readonly status: number; readonly message: string };

/** The most bytes of a script. */
export const LONGEST_SCRIPT = 16 * 1024 * 1024;

const answerSchema = v.union([
  v.pipe(
    v.string(),
    v.transform((text) => ({ text })),
  ),
  v.strictObject({ text: v.string() }),
  v.strictObject({
    status: v.pipe(v.number(), v.integer(), v.minValue(400), v.maxValue(599)),
    message: v.string(),
  }),
]);

/**
 * Reads a script: a JSON list with what the server says to the first request, to the second, and so on.
 * @throws PageTraceError `bad-input` that says what is wrong
 */
export function readScript(json: string): readonly ScriptedAnswer[] {
  const hint = t(
    'Write a JSON list with an answer for each request: a text, or an object with status and message.',
  );
  let read: unknown;
  try {
    read = JSON.parse(json);
  } catch (cause) {
    throw new PageTraceError('bad-input', t('The script is not JSON.'), { hint, cause });
  }
  if (!Array.isArray(read) || read.length === 0)
    throw new PageTraceError('bad-input', t('The script is not a list of answers.'), { hint });
  return read.map((entry: unknown, index) => {
    const parsed = v.safeParse(answerSchema, entry);
    if (parsed.success) return parsed.output;
    throw new PageTraceError(
      'bad-input',
      t('Answer {0} of the script is neither a text nor a refusal.', index + 1),
      { hint },
    );
  });
}
