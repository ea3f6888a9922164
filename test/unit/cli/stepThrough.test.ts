import { describe, expect, test } from 'vitest';
import { editText, stepThrough } from '../../../src/cli/verbs/ask/stepThrough.ts';
import type { Action, Conversation } from '../../../src/protocols/model.ts';
import { shown } from '../protocols/support.ts';

const conversation: Conversation = {
  question: 'How much?',
  images: [shown(0, 3)],
  turns: [
    { speaker: 'user', parts: [{ type: 'text', text: 'How much?' }] },
    { speaker: 'model', text: '<search>revenue</search>', report: null, usage: null, milliseconds: 1 },
  ],
};

const told: Conversation = {
  ...conversation,
  turns: [
    ...conversation.turns,
    {
      speaker: 'tool',
      call: { kind: 'search', query: 'revenue' },
      result: { kind: 'image', image: 1 },
      parts: [{ type: 'image', image: 1 }],
      milliseconds: 1,
    },
  ],
};

/** Steps once with what a person writes and edits. */
async function step(
  lines: readonly (string | null)[],
  edited: string | Error = '',
  of: Conversation = conversation,
  action: Action = { kind: 'call', call: { kind: 'search', query: 'revenue' } },
) {
  const said: string[] = [];
  const left = [...lines];
  const before = stepThrough(
    { say: (line) => said.push(line) },
    {
      readLine: () => Promise.resolve(left.shift() ?? null),
      edit: () => (typeof edited === 'string' ? Promise.resolve(edited) : Promise.reject(edited)),
    },
  );
  return { decision: await before(action, of), said: said.join('\n') };
}

describe('stepping through at the command line', () => {
  test('says what was said and what comes next, and goes on', async () => {
    const { decision, said } = await step(['']);
    expect(decision).toEqual({ kind: 'go-on' });
    expect(said).toContain('The model said:\n<search>revenue</search>');
    expect(said).toContain('Next: A page is searched for “revenue”.');
  });

  test.each([[['s']], [[]], [['what?', 'S ']]])('stops after %j', async (lines) => {
    expect((await step(lines)).decision).toEqual({ kind: 'stop' });
  });

  test('a call that is edited replaces what the model wrote', async () => {
    const { decision } = await step(['e'], '<search>net profit</search>');
    expect(decision.kind === 'edit' && decision.conversation.turns.at(-1)).toMatchObject({
      speaker: 'model',
      text: '<search>net profit</search>',
      report: null,
      isEdited: true,
    });
  });

  test('what a tool said is edited with its images', async () => {
    const { decision } = await step(['e'], 'Page 3:<image 1> Look.', told);
    expect(decision.kind === 'edit' && decision.conversation.turns.at(-1)).toMatchObject({
      speaker: 'tool',
      parts: [
        { type: 'text', text: 'Page 3:' },
        { type: 'image', image: 1 },
        { type: 'text', text: ' Look.' },
      ],
    });
  });

  test('an image that was not shown, and an editor that fails, are asked about again', async () => {
    const wrong = await step(['e', 's'], '<image 2>', told);
    expect(wrong.decision).toEqual({ kind: 'stop' });
    expect(wrong.said).toContain('There is no image 2. Name an image from 1 to 1.');
    const failed = await step(['e', ''], new Error('no editor'));
    expect(failed.decision).toEqual({ kind: 'go-on' });
  });

  test('what is not changed is decided again', async () => {
    expect((await step(['e', ''], '<search>revenue</search>')).decision).toEqual({ kind: 'go-on' });
  });

  test('says what is cut out, what is refused, and how it ends', async () => {
    const crop: Action = {
      kind: 'call',
      call: {
        kind: 'crop',
        page: { document: 0, page: 3 },
        region: { left: 0, top: 0.25, right: 0.5, bottom: 1 },
      },
    };
    expect((await step([''], '', told, crop)).said).toContain(
      'Page 3 of document 1 is cut out from 0.0%, 25.0% to 50.0%, 100.0%.',
    );
    const refuse: Action = { kind: 'refuse', call: null, why: 'No box.' };
    expect((await step([''], '', told, refuse)).said).toContain('The call is refused: No box.');
    const end: Action = { kind: 'end', ending: { state: 'answered', why: 'The model answered.' } };
    expect((await step([''], '', told, end)).said).toContain(
      'The conversation ends (answered): The model answered.',
    );
    expect((await step([''], '', told, { kind: 'ask' })).said).toContain('The model writes turn 2.');
  });
});

describe('the editor', () => {
  test.skipIf(process.platform === 'win32')('edits a file, whose text is taken', async () => {
    expect(await editText('one', 'printf two >')).toBe('two');
    await expect(editText('one', 'false')).rejects.toThrow('The editor ended with 1.');
    await expect(editText('one', ' ')).rejects.toThrow('No editor is named.');
  });
});
