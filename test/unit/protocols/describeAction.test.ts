import { expect, it } from 'vitest';
import { describeAction } from '../../../src/protocols/describeAction.ts';
import type { Action, Conversation } from '../../../src/protocols/model.ts';

const conversation = { turns: [] } as unknown as Conversation;

const search = (what: 'pages' | 'passages' | null): Action => ({
  kind: 'call',
  call: { kind: 'search', query: 'revenue', ...(what === null ? {} : { brings: { what, most: 5 } }) },
});

it.each<[Action, string]>([
  [search(null), 'A page is searched for “revenue”'],
  [search('pages'), 'Pages are searched for “revenue”'],
  [search('passages'), 'Passages of the text are searched for “revenue”'],
  [{ kind: 'tell', parts: [] }, 'The model is told what it is asked for next'],
  [{ kind: 'refuse', why: 'The box is empty.' } as Action, 'The call is refused: The box is empty'],
])('says what comes next: %j', (action, said) => {
  expect(describeAction(action, conversation)).toBe(said);
});
