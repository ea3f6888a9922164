import type { PromptPreviewState } from '../../../src/protocol/prompt.ts';

/** A preview of a prompt with a question and two placeholders. */
export function state(overrides: Partial<PromptPreviewState> = {}): PromptPreviewState {
  return {
    key: 'file:///prompts/mine.prompt.jinja',
    name: 'mine.prompt.jinja',
    description: 'Think, then answer.',
    dialect: 'think-answer',
    reward: null,
    question: 'How many?',
    images: [
      { image: 1, page: null, count: { tokens: 512, exact: false } },
      { image: 2, page: null, count: { tokens: 512, exact: false } },
    ],
    countChosen: true,
    parts: [
      {
        type: 'text',
        text: 'Question: How many?',
        pieces: [
          { text: 'Question: ', from: 'template', at: 0 },
          { text: 'How many?', from: 'variable', at: 10 },
        ],
        count: { tokens: 5, exact: true },
      },
      { type: 'image', image: 1, marked: false, count: { tokens: 512, exact: false } },
      { type: 'image', image: 2, marked: false, count: { tokens: 512, exact: false } },
    ],
    problems: [],
    cut: false,
    total: { tokens: 1029, exact: false },
    couldCount: null,
    modelLength: 8192,
    maxTokens: 2048,
    ...overrides,
  };
}
