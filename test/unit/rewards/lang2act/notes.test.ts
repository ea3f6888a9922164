import { describe, expect, test } from 'vitest';
import { lang2act } from '../../../../src/core/rewards/lang2act/lang2act.ts';
import { contextOf, textAt, GOOD_CALL, trajectory } from '../responses.ts';

/** The notes of a score as [code, text at its place]; messages are compared where they differ. */
function notesOf(response: string, numImages: number | null = 3) {
  const { notes } = lang2act.score(response, contextOf('unknown', { numImages }));
  return notes.map(({ code, span }) => [code, textAt(response, span)]);
}

function messageOf(response: string): string | undefined {
  return lang2act.score(response, contextOf('unknown')).notes[0]?.message;
}

describe('tool calls that the reward does not see', () => {
  test.each([
    ['<tool>x</tool>', '<tool', 'it expects `name=`'],
    ['<tool args="Image 1: x" name="zoom">x</tool>', '<tool', 'it expects `name=`'],
    ['<tool name=zoom args="Image 1: x">x</tool>', '<tool name=', 'the name must be in quotes'],
    ['<tool name="" args="Image 1: x">x</tool>', '<tool name="', 'the name is empty'],
    ['<tool name="zoom">x</tool>', '<tool name="zoom"', 'it expects `args=`'],
    ['<tool name="zoom" args=1>x</tool>', '<tool name="zoom" args=', 'the args must be in quotes'],
    ['<tool name="zoom" args="">x</tool>', '<tool name="zoom" args="', 'the args are empty'],
    [
      `<tool name="zoom" args="Image 1: row 'France'">x</tool>`,
      `<tool name="zoom" args="Image 1: row '`,
      'a quote of either kind ends the args',
    ],
    ['<tool name="zoom" args="a" id="1">x</tool>', '<tool name="zoom" args="a"', 'must follow'],
    ['<tool name="zoom" args="a">x', '<tool name="zoom" args="a">', 'no `</tool>` follows'],
  ])('a note says why the reward does not see the call %s', (call, pointed, why) => {
    const response = trajectory(call);
    expect(notesOf(response)).toEqual([['tool-not-seen', pointed]]);
    expect(messageOf(response)).toContain(why);
  });

  test('a note says that a call is text of an unclosed call before it', () => {
    const open = '<tool name="compare_values" args="Image 1: a">x';
    const response = trajectory(open + GOOD_CALL);
    expect(notesOf(response)).toEqual([['tool-not-seen', '<tool']]);
    expect(messageOf(response)).toContain('as text of the call of `compare_values`');
  });

  test('a note says that a call outside of the description is not counted by the leakage check', () => {
    expect(notesOf(trajectory(GOOD_CALL, { answer: '<tool>42</tool>' }))).toEqual([
      ['tool-not-counted', '<tool'],
    ]);
  });

  test('no note is made for another tag whose name begins like that of a tool call', () => {
    expect(notesOf(trajectory(`<toolbox>${GOOD_CALL}</toolbox>`))).toEqual([]);
  });
});

describe('images', () => {
  const call = '<tool name="compare_values" args="Image 1: a">x</tool>';

  test.each(['Image1', 'Images 2', 'image #2', 'Image-1', 'Image\u200b1', 'IMAGE (3'])(
    'a note says that images named as %s are not read',
    (text) => {
      expect(notesOf(trajectory(call, { think: `Image 1, ${text}.` }))).toEqual([['image-not-read', text]]);
    },
  );

  test('a note says that images after the first of a list are not read', () => {
    expect(notesOf(trajectory(call, { think: 'Image 1 and 2 hold it' }))).toEqual([
      ['image-list-not-read', 'Image 1 and 2'],
    ]);
    expect(notesOf(trajectory(call, { think: 'Image 1, 2023 revenue' }))).toEqual([]);
  });

  test('a note says that three images are assumed, if the record gives no number and it matters', () => {
    expect(notesOf(trajectory(call), null)).toEqual([['num-images-default', 'Image 1']]);
    expect(notesOf(trajectory('No tool.'), null)).toEqual([]);
  });

  test('a note names image numbers that CPython refuses', () => {
    const number = '0'.repeat(4300) + '1';
    const think = `Image ${number}`;
    expect(notesOf(trajectory(call, { think }))).toEqual([['number-too-long', think]]);
    expect(notesOf(trajectory(call, { think: `Image ${number.slice(1)}` }))).toEqual([]);
    expect(notesOf(trajectory(call, { think: `Image 1 ${'\u{1d7ce}'.repeat(4300)}` }))).toEqual([]);
    expect(notesOf(trajectory(call, { think: `Image 1 Image ${'\u{1d7ce}'.repeat(4301)}` }))).toHaveLength(1);
  });
});

test('a note names a tool name in another case', () => {
  const response = trajectory('<tool name="READ_TEXT_ELEMENT" args="Image 1: x">y</tool>');
  expect(notesOf(response)).toEqual([['tool-name-case', 'READ_TEXT_ELEMENT']]);
  expect(messageOf(response)).toContain('`read_text_element`');
});

test.each(['<description >', '< description>', '<Description id="1">', '</ description>'])(
  'a note says that the tag %s is not read',
  (tag) => {
    const response = `<think>x</think>${tag}y</description><answer>1</answer>`;
    expect(notesOf(response)).toEqual([['tag-not-read', tag]]);
  },
);
