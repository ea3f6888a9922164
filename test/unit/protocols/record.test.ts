import { describe, expect, test } from 'vitest';
import { formatTrajectoryFile, parseTrajectoryFile } from '../../../src/core/records/trajectoryFile.ts';
import { conversationIn } from '../../../src/core/records/conversation.ts';
import { recordConversation } from '../../../src/protocols/recordConversation.ts';
import { protocolOf } from '../../../src/protocols/registry.ts';
import type { ProtocolName } from '../../../src/core/prompts/protocolNames.ts';
import { preparedQuestion } from '../asking/build.ts';
import { prompted, talk, type Answer } from './support.ts';

const { info } = preparedQuestion();

async function recorded(name: ProtocolName, answers: readonly Answer[], toolWords: string | null = null) {
  const protocol = protocolOf(name);
  const { end } = await talk(protocol, protocol.isSearching ? prompted() : prompted(2), answers, {
    toolWords,
    search: (_query, exclude) => Promise.resolve({ document: 0, page: 5 + exclude.length }),
  });
  return recordConversation(end, protocol, { images: [], info });
}

const search = (query: string): string => `<think>I look.</think><search>${query}</search>`;

describe('what is recorded of a conversation', () => {
  test('the pages of searches, the crops with their regions, and the turns with whose words they have', async () => {
    const brought = await recorded('vrag-rl', [
      search('a'),
      '<think>x</think><bbox>[100, 200, 300, 400]</bbox>',
      search('b'),
      '<think>x</think><answer>42</answer>',
    ]);
    expect(brought.info.images).toEqual([
      { image: 1, document: 0, page: 5 },
      { image: 2, document: 0, page: 6 },
    ]);
    expect(brought.images.map(({ page, textHeight }) => [page, textHeight])).toEqual([
      [5, 9.5],
      [6, 9.5],
    ]);
    expect(brought.info.retrieval).toEqual({ images: ['a_5.jpg', 'a_6.jpg'], fileName: null, pages: null });
    const { conversation } = brought.info;
    expect(conversation?.ended).toBe('answered');
    expect(conversation?.turns.map(({ by, did }) => did ?? by)).toEqual([
      'model',
      'search',
      'model',
      'crop',
      'model',
      'search',
      'model',
    ]);
    expect(conversation?.turns.flatMap(({ images }) => images)).toEqual([
      { image: 1, document: 0, page: 5, region: null, width: 500, height: 1000 },
      {
        image: 2,
        document: 0,
        page: 5,
        region: { left: 0.144, top: 0.172, right: 0.656, bottom: 0.428 },
        width: 512,
        height: 512,
      },
      { image: 3, document: 0, page: 6, region: null, width: 500, height: 1000 },
    ]);
  });

  test('the boxes of another tool that was called', async () => {
    const call: Answer = { text: '<function>get_extra_ref_result()</function>', stopReason: '</function>' };
    expect((await recorded('vg-refiner', [call, '<answer>[]</answer>'], '[1]')).info.toolResults).toBe('[1]');
    expect((await recorded('vg-refiner', ['<answer>[]</answer>'], '[1]')).info.toolResults).toBeNull();
  });

  test('a trajectory file and a record of a run keep it', async () => {
    const brought = await recorded('vrag-rl', [search('a'), '<think>x</think><bbox>[1, 2, 300, 400]</bbox>']);
    const file = formatTrajectoryFile({ ...info, ...brought.info }, 'text');
    const read = parseTrajectoryFile(file);
    expect(read.problems).toEqual([]);
    expect(read.info.conversation).toEqual(brought.info.conversation);
    expect(formatTrajectoryFile(read.info, 'text')).toBe(file);
    expect(conversationIn({ conversation: 'none' })).toBeNull();
  });
});
