/** Settings of the lint that change nothing. */
export const DEFAULT_LINT_SETTINGS = {
  off: [],
  modelLength: null,
  composite: null,
  usualReward: null,
  usualTrainer: 'none',
  mapFault: null,
  ownReward: null,
} as const;

/** A prompt with two findings: `tag-unknown` and `tag-missing`. */
export const FAULTY_PROMPT = `---
reward: action-rl
---
{{ content }}
<thinking>...</thinking>
<description>...</description>
<answer>...</answer>
`;
