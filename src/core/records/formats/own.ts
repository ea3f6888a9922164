import { t } from '@vscode/l10n';
import { from } from '../fieldMap.ts';
import { defineFormat, VERDICT } from './model.ts';

/** The output of PageTrace itself. */
export const ASK = defineFormat({
  name: 'pagetrace-ask',
  titleOf: () => t('output of pagetrace ask --json'),
  requires: { samples: 'list', documents: 'list', 'samples.0.text': 'text' },
  fields: {
    response: from('text'),
    ground_truth: from('reference'),
    num_images: from('page_images'),
    tool_results: from('tool_results'),
    response_length: from('response_length'),
    verdict: from('verdict'),
    prompt: from('question'),
    score: from('score.overall'),
  },
  samples: 'samples',
  names: { reward: 'reward', dialect: 'dialect' },
});

/** The output of a batch of requests: several choices are the samples of one question. */
export const BATCH = defineFormat({
  name: 'openai-batch',
  titleOf: () => t('output of an OpenAI or vLLM batch'),
  requires: { custom_id: 'any', 'response.body.choices': 'list' },
  fields: {
    response: from('message.content', 'text'),
    id: from('custom_id'),
    group: from('custom_id'),
    verdict: VERDICT,
    response_length: from('usage.completion_tokens'),
  },
  samples: 'response.body.choices',
});
