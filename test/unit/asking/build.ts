import type { PreparedQuestion, Question } from '../../../src/asking/model.ts';
import type { Prompt } from '../../../src/core/prompts/model.ts';
import { DEFAULT_SAMPLING } from '../../../src/core/records/sampling.ts';
import { PAPER_BUDGET } from '../../../src/core/geometry/pixelBudget.ts';
import type { OpenDocument, PageImage } from '../../../src/documents/model.ts';
import type { SampleReport, ServerStatus } from '../../../src/inference/model.ts';

/** A prompt that asks for think and answer. */
export const prompt: Prompt = {
  name: 'think-answer',
  description: null,
  dialect: 'think-answer',
  reward: null,
  toolbox: [],
  sampling: {},
  pixels: null,
  protocol: null,
  imageOrder: 'text-first',
  modelLength: null,
  template: '{{ content }}',
};

/** The status of a connected server that receives no requests. */
export const status: ServerStatus = {
  address: { name: 'gpu', url: 'http://127.0.0.1:1', model: null },
  baseUrl: 'http://127.0.0.1:1/v1',
  kind: 'vllm',
  version: '0.32.0',
  models: [{ id: 'm', root: null, parent: null, maxModelLength: 8192 }],
  lacks: [],
};

/** A document in memory whose page images contain the page number; `onRender` is called for each request. */
export function memoryDocument(
  name: string,
  pageCount: number,
  onRender: (page: number) => void = () => undefined,
): OpenDocument {
  return {
    name,
    kind: 'pdf',
    pageCount,
    hash: () => Promise.resolve(`hash of ${name}`),
    pageInfo: (page) => Promise.resolve({ page, width: 595, height: 842, rotation: 0, label: String(page) }),
    outline: () => Promise.resolve([]),
    text: (page) => Promise.resolve({ page, words: [], pictures: [] }),
    render: (page): Promise<PageImage> => {
      onRender(page);
      return Promise.resolve({
        page,
        bytes: Uint8Array.of(page),
        mediaType: 'image/jpeg',
        width: 532,
        height: 752,
        textHeight: 7,
      });
    },
    close: () => Promise.resolve(),
  };
}

export function question(overrides: Partial<Question> = {}): Question {
  return {
    text: 'How much?',
    documents: [{ path: '/docs/a.pdf', document: memoryDocument('a.pdf', 3), pages: [2] }],
    prompt,
    status,
    model: 'm',
    sampling: DEFAULT_SAMPLING,
    samples: 1,
    pixels: PAPER_BUDGET,
    reference: null,
    ...overrides,
  };
}

export function preparedQuestion(overrides: Partial<Question> = {}): PreparedQuestion {
  const asked = question(overrides);
  return {
    question: asked,
    parts: [{ type: 'text', text: asked.text }],
    images: [
      {
        image: 1,
        document: 0,
        page: 2,
        bytes: Uint8Array.of(2),
        mediaType: 'image/jpeg',
        width: 532,
        height: 752,
        textHeight: 7,
        words: null,
      },
    ],
    info: {
      question: asked.text,
      documents: [{ path: '/docs/a.pdf', sha256: 'hash of a.pdf' }],
      images: [{ image: 1, document: 0, page: 2 }],
      reference: asked.reference,
      verdict: 'unknown',
      toolResults: null,
      retrieval: null,
      responseLength: null,
      dialect: asked.prompt.dialect,
      reward: asked.prompt.reward,
      prompt: asked.prompt.name,
      model: 'm',
      sampling: asked.sampling,
      pixels: asked.pixels,
    },
  };
}

export const report: SampleReport = {
  finishReason: 'stop',
  stopReason: null,
  tokens: 3,
  tokensEstimated: false,
  firstTokenAfter: 10,
  lastTokenAfter: 20,
  tokensPerSecond: 100,
  reasoning: 'content',
};
