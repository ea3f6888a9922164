import { t } from '@vscode/l10n';
import type { InspectorSample } from '../../../src/protocol/inspector.ts';

/** `3` as `page 3`, `3 and 4` as `pages 3 and 4`; other words unchanged. */
export function pagesPhrase(pages: string): string {
  if (/^\d+$/.test(pages)) return t('page {0}', pages);
  return /^\d/.test(pages) ? t('pages {0}', pages) : pages;
}

export interface Finish {
  readonly text: string;
  readonly state: 'good' | 'warned';
}

/** Why the response ended, in the server's word, with an explanation if it did not end normally. */
export function finishPhrase(reason: string | null): Finish | null {
  switch (reason) {
    case null:
      return null;
    case 'stop':
      return { text: 'stop', state: 'good' };
    case 'length':
      return { text: t('cut off at max_tokens'), state: 'warned' };
    case 'abort':
      return { text: t('stopped early'), state: 'warned' };
    default:
      return { text: reason, state: 'warned' };
  }
}

/** What the server did to the think part, and how to turn it off; null if it did nothing. */
export function reasoningNotice(reasoning: InspectorSample['reasoning']): string | null {
  switch (reasoning) {
    case 'content':
      return null;
    case 'template':
      return t(
        'The model’s chat template opens <think> itself, so the server left the tag out and PageTrace added it. To have the model write it, send chat_template_kwargs {"enable_thinking": false}, or start the server with another --chat-template.',
      );
    default:
      return t(
        'The server’s reasoning parser moved the think part to the field `{0}`. PageTrace shows and scores it as <think>. To get the text as the model wrote it, start the server without --reasoning-parser.',
        reasoning,
      );
  }
}

/** How a dialect that was not named was found, and how surely. */
export function confidencePhrase(confidence: number): string {
  return confidence === 0
    ? t('assumed because nothing in the text is typical of a dialect')
    : t('recognized from the text ({0})', confidence.toFixed(2));
}

/** The current state of a sample, as a sentence; empty if there is nothing to say. */
export function stateSentence(state: InspectorSample['state'] | undefined, isEmpty: boolean): string {
  switch (state) {
    case 'waiting':
      return t('Waiting for the first token.');
    case 'streaming':
      return t('The response is arriving.');
    case 'cancelled':
      return isEmpty ? t('Canceled before anything arrived.') : t('Canceled. What arrived is kept.');
    case 'failed':
      return isEmpty
        ? t('This sample failed before anything arrived.')
        : t('This sample failed. What arrived is kept.');
    default:
      return '';
  }
}
