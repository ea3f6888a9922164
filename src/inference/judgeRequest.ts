import { t } from '@vscode/l10n';
import { PageTraceError } from '../core/errors.ts';
import type { Prompt, PromptPart, RenderPrompt } from '../core/prompts/model.ts';
import type { Sampling } from '../core/records/sampling.ts';

/** One answer to be judged. */
export interface JudgeItem {
  readonly question: string;
  readonly reference: string;
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
  const content = items.map(({ question, reference, answer }, index) =>
    [
      `Item ${index + 1} of ${items.length}`,
      `Question: ${question}`,
      `Reference: ${reference}`,
      `Answer: ${answer}`,
    ].join('\n'),
  );
  const sampling = { ...SAMPLING, ...prompt.sampling };
  return {
    parts: await renderPrompt(prompt, content.join('\n\n'), 0),
    sampling: { ...sampling, max_tokens: Math.max(sampling.max_tokens, TOKENS_PER_ITEM * items.length) },
  };
}
