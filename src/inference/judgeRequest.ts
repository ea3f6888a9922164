import { t } from '@vscode/l10n';
import { PageTraceError } from '../core/errors.ts';
import type { Prompt, PromptPart, RenderPrompt } from '../core/prompts/model.ts';
import type { Sampling } from '../core/records/sampling.ts';

/** What a judge is told of a sample. */
export interface JudgeItem {
  readonly question: string | null;
  readonly reference: string | null;
  /** The answer, or the whole response. */
  readonly answer: string;
}

/** The request to a judge. */
export interface JudgeRequest {
  readonly parts: readonly PromptPart[];
  readonly sampling: Sampling;
}

/** Tokens of a verdict, with a few words around it. */
const TOKENS_PER_ITEM = 20;

/** A judge's sampling parameters if its prompt sets none. */
const SAMPLING: Sampling = { temperature: 0, top_p: 1, repetition_penalty: 1, max_tokens: 512, seed: null };

/**
 * The request to judge `items`, in order: they are the `content` of the judge's prompt.
 * @throws PageTraceError `bad-input` for a prompt that does not ask for verdicts, `prompt-broken` for one that cannot
 * be rendered, and what else `renderPrompt` throws
 */
export async function judgeRequest(
  items: readonly JudgeItem[],
  prompt: Prompt,
  renderPrompt: RenderPrompt,
): Promise<JudgeRequest> {
  if (prompt.dialect !== 'judge') {
    throw new PageTraceError('bad-input', t('The prompt {0} does not ask for verdicts.', prompt.name), {
      hint: t('Set pagetrace.judge.prompt to answer-judge, or to a prompt file with dialect: judge.'),
    });
  }
  return contentRequest(prompt, itemsText(items), items.length, renderPrompt);
}

/** Items as a judge is told of them, in order. */
export function itemsText(items: readonly JudgeItem[]): string {
  const texts = items.map(({ question, reference, answer }, index) =>
    [
      `Item ${index + 1} of ${items.length}`,
      ...(question === null ? [] : [`Question: ${question}`]),
      `Reference: ${reference ?? ''}`,
      `Answer: ${answer}`,
    ].join('\n'),
  );
  return texts.join('\n\n');
}

/**
 * The request of a judge's prompt.
 * @param content what takes the place of `content` in it
 * @param count how many verdicts are asked for
 * @throws PageTraceError `prompt-broken` for a prompt that cannot be rendered, and what else `renderPrompt` throws
 */
export async function contentRequest(
  prompt: Prompt,
  content: string,
  count: number,
  renderPrompt: RenderPrompt,
): Promise<JudgeRequest> {
  const sampling = { ...SAMPLING, ...prompt.sampling };
  return {
    parts: await renderPrompt(prompt, content, 0),
    sampling: { ...sampling, max_tokens: Math.max(sampling.max_tokens, TOKENS_PER_ITEM * count) },
  };
}
