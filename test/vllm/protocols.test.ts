import { describe, expect, test } from 'vitest';
import { PAPER_BUDGET } from '../../src/core/geometry/pixelBudget.ts';
import type { ProtocolName } from '../../src/core/prompts/protocolNames.ts';
import { DEFAULT_SAMPLING } from '../../src/core/records/sampling.ts';
import { createDocuments } from '../../src/documents/documents.ts';
import { generate } from '../../src/inference/generate.ts';
import {
  converse,
  DEFAULT_CONVERSATION_LIMITS,
  type ConversationEvent,
} from '../../src/protocols/converse.ts';
import { protocolOf } from '../../src/protocols/registry.ts';
import { showPages } from '../../src/protocols/showPages.ts';
import { conversationText } from '../../src/protocols/transcript.ts';
import { fixture } from '../support/files.ts';
import { deps, served, status } from './server.ts';

/** What a model is made to write, turn by turn. What follows a call shows whether the server stops there. */
const TURNS: Readonly<Record<ProtocolName, readonly string[]>> = {
  'vrag-rl': [
    '<think>I lack it.</think><search>revenue</search> More.',
    '<think>Closer.</think><bbox>[10, 10, 200, 200]</bbox> More.',
    '<think>I see.</think><answer>42</answer>',
  ],
  'vrag-rl-training': [
    '<think>Closer.</think><bbox>[10, 10]</bbox>',
    '<think>I lack it.</think><search>revenue</search>',
    '<think>I see.</think><answer>42</answer>',
  ],
  'mm-search-r1': [
    '<reason>I lack it.</reason><text_search>revenue</text_search> More.',
    '<reason>I see.</reason><answer>42</answer>',
  ],
  visdom: [
    '## Evidence:\nA sentence.\n## Chain of Thought:\nIt is printed.\n## Answer:\n41',
    '## Evidence:\nA table.\n## Chain of Thought:\nIt is printed.\n## Answer:\n42',
    '## Analysis:\nThey differ.\n## Conclusion:\nThe table is right.\n## Final Answer:\n42',
  ],
  'pixel-reasoner': [
    'Closer.\n<tool_call>{"name": "crop_image_normalized", "arguments": {"bbox_2d": [0.1, 0.1, 0.5, 0.5], "target_image": 1}}</tool_call> More.',
    'It is \\boxed{42}.',
  ],
  'vg-refiner': [
    '<think>The dog.</think>\n<function>get_extra_ref_result()</function> More.',
    '\n<rethink>Smaller.</rethink>\n<answer>[{"bbox_2d": [1, 2, 3, 4]}]</answer>',
  ],
  'tool-curation': ['DEFINE_TOOL: count_bars || Image k: chart || Counts the bars.\nEND_OF_TOOLS\n'],
  'vg-refiner-evaluation': [
    '<think>The dog.</think>\n<function>get_extra_ref_result()</function> More.',
    '\n<rethink>Smaller.</rethink>\n<answer>[{"bbox_2d": [1, 2, 3, 4]}]</answer>',
  ],
};

async function converseWith(name: ProtocolName): Promise<Extract<ConversationEvent, { type: 'end' }>> {
  const protocol = protocolOf(name);
  // This suite runs without a build.
  const documents = createDocuments({
    worker: new URL('../../src/documents/worker/main.ts', import.meta.url),
  });
  try {
    const document = await documents.open({ kind: 'path', path: fixture('annual-report.pdf') });
    const showPage = showPages([{ document }], PAPER_BUDGET);
    const { signal } = new AbortController();
    const images = protocol.isSearching ? [] : [await showPage({ document: 0, page: 3 }, null, signal)];
    const parts = [
      { type: 'text', text: 'How much?' } as const,
      ...images.map((_, at) => ({ type: 'image', image: at + 1 }) as const),
    ];
    let turn = 0;
    const events = converse(
      { question: 'How much?', turns: [{ speaker: 'user', parts }], images },
      protocol,
      {
        request: {
          status: await status(),
          model: served.model,
          sampling: { ...DEFAULT_SAMPLING, max_tokens: 200 },
        },
        generate: (request) => {
          const choice = [TURNS[name][turn] ?? ''];
          turn += 1;
          return generate({ ...request, extra: { ...request.extra, structured_outputs: { choice } } }, deps);
        },
        showPage,
        search: (_query, exclude) => Promise.resolve({ document: 0, page: 4 + exclude.length }),
        searchPassages: () => Promise.resolve([{ document: 0, page: 3, text: 'It was 41.' }]),
        toolWords: '[{"bbox_2d": [1, 2, 30, 40]}]',
        now: () => performance.now(),
        limits: { ...DEFAULT_CONVERSATION_LIMITS, turn: 60_000 },
        signal,
      },
    );
    for await (const event of events) if (event.type === 'end') return event;
    throw new Error('The conversation has no end.');
  } finally {
    await documents.dispose();
  }
}

describe('conversations with a real vLLM', () => {
  test.each(Object.keys(TURNS) as ProtocolName[])('%s is had to its answer', async (name) => {
    const { ending, error, conversation } = await converseWith(name);
    expect(error?.message ?? null).toBeNull();
    expect(ending.state).toBe('answered');
    const text = conversationText(conversation, protocolOf(name));
    // The server has stopped at the call, and goes on from what it was told.
    expect(text).not.toContain('More.');
    expect(text.includes('</function>')).toBe(name === 'vg-refiner');
    const tokens = conversation.turns.map((turn) =>
      turn.speaker === 'model' ? (turn.report?.tokens ?? 0) : 1,
    );
    expect(tokens.slice(1).every((count) => count > 0)).toBe(true);
  });
});
