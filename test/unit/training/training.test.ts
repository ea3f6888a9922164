import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '../../../scripts/lib/generatedInputs.mjs';
import type { PromptPart } from '../../../src/core/prompts/model.ts';
import { ExportTally } from '../../../src/core/training/exportTally.ts';
import type { TrainingRecord } from '../../../src/core/training/model.ts';
import { Pairs } from '../../../src/core/training/pairs.ts';
import { TRAINING_FORMS } from '../../../src/core/training/trainingForms.ts';
import { contentParts, markedText, partsOfText } from '../../../src/core/training/trainingPrompt.ts';

const image = (at: number): PromptPart => ({ type: 'image', image: at });
const text = (written: string): PromptPart => ({ type: 'text', text: written });

describe('the images of a prompt', () => {
  it.each<[string, number, readonly PromptPart[] | null]>([
    ['Q?', 0, [text('Q?')]],
    ['Q?', 2, [image(1), image(2), text('Q?')]],
    ['<image>and <image>\nQ?', 2, [image(1), text('and '), image(2), text('\nQ?')]],
    ['<image 1: JPEG, 10 x 20>\nQ?', 1, [image(1), text('\nQ?')]],
    ['a<|vision_start|><|image_pad|><|image_pad|><|vision_end|>Q?', 1, [text('a'), image(1), text('Q?')]],
    ['<image>Q?', 2, null],
    ['', 1, [image(1)]],
  ])('%j has %i: %j', (written, count, expected) => {
    expect(partsOfText(written, count)).toEqual(expected);
  });

  it('are marked as often as there are images, whatever texts say', () => {
    const part = fc.oneof(
      fc.constant(null),
      fc.array(fc.constantFrom('<image>', '<', 'image', 'é\n', '<image 1: x>'), { minLength: 1 }),
    );
    fc.assert(
      fc.property(fc.array(part), (written) => {
        let count = 0;
        const parts = written.map((each) => (each === null ? image((count += 1)) : text(each.join(''))));
        expect(markedText(parts).split('<image>').length - 1).toBe(count);
        expect(contentParts(parts).filter(({ type }) => type === 'image')).toHaveLength(count);
      }),
      propertyRuns(300),
    );
  });
});

describe('pairs', () => {
  it('are the first best and the first worst sample of a group that differ enough', () => {
    const samples = fc.array(fc.tuple(fc.constantFrom('a', 'b'), fc.integer({ min: 0, max: 3 })));
    fc.assert(
      fc.property(samples, fc.integer({ min: 0, max: 3 }), (all, margin) => {
        const pairs = new Pairs(margin);
        all.forEach(([group, reward], at) => {
          pairs.look(group, at, reward);
        });
        for (const group of ['a', 'b']) {
          const own = all.flatMap(([name, reward], at) => (name === group ? [{ at, reward }] : []));
          const rewards = own.map(({ reward }) => reward);
          const [best, worst] = [Math.max(...rewards), Math.min(...rewards)];
          const isPair = own.length > 0 && best > worst && best - worst >= margin;
          expect(pairs.has(group)).toBe(isPair);
          const roles = own.map(({ at }) => pairs.roleOf(group, at));
          const first = (wanted: number): number => (isPair ? rewards.indexOf(wanted) : -1);
          expect([roles.indexOf('chosen'), roles.indexOf('rejected')]).toEqual([first(best), first(worst)]);
          expect(roles.filter((role) => role !== null)).toHaveLength(isPair ? 2 : 0);
        }
      }),
      propertyRuns(300),
    );
  });
});

describe('the forms of training files', () => {
  const bytes = new Uint8Array([1, 2]);
  const sample = {
    id: 'q1#1',
    question: 'How much?',
    prompt: [text('See '), image(1), text('How much?')],
    images: [{ path: 'images/a.jpg', bytes }],
    response: '<answer>5 <image></answer>',
    answer: '5',
  };
  const record: TrainingRecord = { sample, rejected: { ...sample, response: 'no' } };
  const user = [{ type: 'text', text: 'See ' }, { type: 'image' }, { type: 'text', text: 'How much?' }];
  const said = (written: string) => [{ role: 'assistant', content: [{ type: 'text', text: written }] }];

  it.each([
    [
      'llama-factory-sft',
      {
        messages: [
          { role: 'user', content: 'See <image>How much?' },
          { role: 'assistant', content: '<answer>5 < image ></answer>' },
        ],
        images: ['images/a.jpg'],
      },
    ],
    [
      'llama-factory-preference',
      {
        conversations: [{ from: 'human', value: 'See <image>How much?' }],
        chosen: { from: 'gpt', value: '<answer>5 < image ></answer>' },
        rejected: { from: 'gpt', value: 'no' },
        images: ['images/a.jpg'],
      },
    ],
    [
      'trl-sft',
      {
        prompt: [{ role: 'user', content: user }],
        completion: said('<answer>5 <image></answer>'),
        images: ['images/a.jpg'],
      },
    ],
    [
      'trl-preference',
      {
        prompt: [{ role: 'user', content: user }],
        chosen: said('<answer>5 <image></answer>'),
        rejected: said('no'),
        images: ['images/a.jpg'],
      },
    ],
    ['easyr1', { id: 'q1#1', problem: '<image>How much?', answer: '5', images: ['images/a.jpg'] }],
    [
      'verl',
      {
        data_source: 'pagetrace',
        prompt: [{ role: 'user', content: 'See <image>How much?' }],
        images: [{ bytes, path: 'images/a.jpg' }],
        ability: 'document-qa',
        reward_model: { style: 'rule', ground_truth: '5' },
        extra_info: { split: 'train', index: 3, id: 'q1#1', question: 'How much?' },
      },
    ],
  ])('%s', (name, expected) => {
    expect(TRAINING_FORMS.find((form) => form.name === name)?.row(record, 3)).toEqual(expected);
  });

  it('of LLaMA-Factory are described with the columns that they have', () => {
    for (const form of TRAINING_FORMS) {
      const description = form.description?.('train.jsonl', true) ?? null;
      expect(description !== null).toBe(form.name.startsWith('llama-factory'));
      if (description === null) continue;
      const columns = Object.values(description['columns'] as Readonly<Record<string, string>>);
      expect(Object.keys(form.row(record, 0))).toEqual(columns);
      expect(description['ranking'] === true).toBe(form.kind === 'pairs');
      const withoutImages = form.row({ ...record, sample: { ...sample, images: [] } }, 0);
      expect(Object.keys(withoutImages)).toEqual(
        Object.values(
          form.description?.('train.jsonl', false)['columns'] as Readonly<Record<string, string>>,
        ),
      );
    }
  });
});

describe('the counts of an export', () => {
  it('say what was written, of which groups, and why the others were not', () => {
    const tally = new ExportTally();
    for (let at = 0; at < 5; at += 1) tally.read();
    tally.write('a.jsonl', 'g1', 1);
    tally.write('a.jsonl', 'g1', 0.5);
    tally.write('b.jsonl', 'g2', null);
    tally.leaveOut('filter');
    tally.leaveOut('filter');
    expect(tally.counts).toEqual({
      samples: 5,
      written: 3,
      leftOut: { filter: 2 },
      groups: { count: 2, least: 1, mean: 1.5, most: 2 },
      rewards: { least: 0.5, mean: 0.75, most: 1 },
      sources: [
        { file: 'a.jsonl', records: 2 },
        { file: 'b.jsonl', records: 1 },
      ],
    });
    expect(new ExportTally().counts).toMatchObject({
      groups: { count: 0, least: 0, mean: 0, most: 0 },
      rewards: null,
    });
  });
});
