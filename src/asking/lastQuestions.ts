import { isPageTraceError } from '../core/errors.ts';
import type { Prompt, RenderPrompt } from '../core/prompts/model.ts';
import { isRunning } from '../core/records/sampleState.ts';
import { promptWithoutQuestion, sentPrompt } from '../core/records/sentPrompt.ts';
import type { AskedQuestionRecord } from './model.ts';
import { questionKey } from './pairQuestions.ts';

/**
 * The questions that can be asked again with `prompt`, newest first: each text about the same pages once. Of several
 * askings it is the newest one that was answered and that was sent another text than `prompt` is; if there is none, the
 * newest one that was answered, otherwise the newest one. Questions that are still being answered are left out.
 * @param records newest first
 * @throws PageTraceError what `renderPrompt` throws, except for a prompt that cannot be filled in
 */
export async function lastQuestions(
  records: readonly AskedQuestionRecord[],
  prompt: Prompt,
  renderPrompt: RenderPrompt,
): Promise<readonly AskedQuestionRecord[]> {
  const groups = new Map<string, AskedQuestionRecord[]>();
  for (const record of records) {
    if (record.samples.some(isRunning) || (record.info.question ?? '').trim() === '') continue;
    const key = questionKey(record);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [record]);
    else group.push(record);
  }
  const last: AskedQuestionRecord[] = [];
  for (const group of groups.values()) {
    const answered = group.filter(({ samples }) => samples.some(({ state }) => state === 'done'));
    let chosen = answered[0] ?? group[0];
    for (const record of answered) {
      if (await wasSent(record, prompt, renderPrompt)) continue;
      chosen = record;
      break;
    }
    if (chosen !== undefined) last.push(chosen);
  }
  return last;
}

/** The number of pages that were sent with a question, without those that the model found afterwards. */
function countSent({ images, conversation }: AskedQuestionRecord['info']): number {
  const added =
    conversation?.turns.flatMap((turn) => turn.images).filter(({ region }) => region === null) ?? [];
  return images.length - added.length;
}

/**
 * Whether a question was sent the text that `prompt` has now.
 * @throws PageTraceError what `renderPrompt` throws, except for a prompt that cannot be filled in
 */
export async function wasSent(
  { info, request }: Pick<AskedQuestionRecord, 'info' | 'request'>,
  prompt: Prompt,
  renderPrompt: RenderPrompt,
): Promise<boolean> {
  const sent = sentPrompt(request);
  if (sent === null) return false;
  try {
    const parts = await renderPrompt(prompt, info.question ?? '', countSent(info));
    const text = parts.map((part) => (part.type === 'text' ? part.text : '\n<image>\n')).join('');
    return promptWithoutQuestion(sent, null) === text.trimEnd();
  } catch (error) {
    // A prompt that cannot be filled in has been sent to nobody.
    if (isPageTraceError(error) && error.reason === 'prompt-broken') return false;
    throw error;
  }
}
