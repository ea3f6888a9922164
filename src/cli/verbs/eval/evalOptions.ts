import { retrieverOptions } from '../../retrieval/retrieverOptions.ts';
import { evalJudgeOptions } from './evalJudge.ts';

/** The options of `pagetrace eval`. */
export const evalOptions = {
  prompt: { type: 'string' },
  protocol: { type: 'string' },
  script: { type: 'string' },
  server: { type: 'string' },
  model: { type: 'string' },
  'api-key-file': { type: 'string' },
  samples: { type: 'string' },
  concurrency: { type: 'string' },
  limit: { type: 'string' },
  where: { type: 'string' },
  ids: { type: 'string' },
  temperature: { type: 'string' },
  'top-p': { type: 'string' },
  'repetition-penalty': { type: 'string' },
  'max-tokens': { type: 'string' },
  seed: { type: 'string' },
  pages: { type: 'string' },
  'pages-seed': { type: 'string' },
  ...retrieverOptions,
  ...evalJudgeOptions,
  'min-pixels': { type: 'string' },
  'max-pixels': { type: 'string' },
  progress: { type: 'string' },
  out: { type: 'string' },
  list: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

/** The options that `pagetrace eval --sweep` has in addition. */
export const sweepOptions = {
  sweep: { type: 'string' },
  'only-matrix': { type: 'boolean' },
  format: { type: 'string' },
} as const;
