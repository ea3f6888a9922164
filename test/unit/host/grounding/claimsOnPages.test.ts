import { expect, it } from 'vitest';
import type { DocumentEditors } from '../../../../src/host/document/documentEditor.ts';
import type { SelectedWord } from '../../../../src/host/document/claimsInView.ts';
import { ClaimsOnPages, type ShownTrajectory } from '../../../../src/host/grounding/claimsOnPages.ts';
import type { GroundingShown } from '../../../../src/protocol/grounding.ts';

const GROUNDED: GroundingShown = {
  kind: 'grounded',
  grounding: { claims: [], pages: [], answer: null, computations: [], unread: null },
  withoutText: 0,
  notices: [],
  missing: null,
  partial: false,
};

type Uri = ReturnType<ShownTrajectory['resolve']>;
const uriOf = (path: string): Uri => ({ path, toString: () => path }) as unknown as Uri;

function trajectory(
  id: string,
  documents: readonly string[],
  shown: GroundingShown = GROUNDED,
): ShownTrajectory {
  return {
    identity: { kind: 'file', id },
    uri: uriOf(id),
    isFile: true,
    subject: id,
    resolve: uriOf,
    grounding: () => shown,
    hasChanged: () => false,
    documents,
    receive: () => Promise.resolve(),
  };
}

/** The claims over documents as a view has them: by document, the titles of their trajectories. */
function makeClaims() {
  const shown = new Map<string, string>();
  const notices = new Map<string, string | null>();
  const activities = new Map<string, string | undefined>();
  const open = new Set<string>();
  const marked: unknown[] = [];
  const none = () => ({ dispose: () => undefined });
  let selectWord: (word: SelectedWord) => void = () => undefined;
  const onDidSelectWord = (listen: (word: SelectedWord) => void) => {
    selectWord = listen;
    return none();
  };
  const editors: Pick<
    DocumentEditors,
    'showClaims' | 'selectClaim' | 'onDidSelectClaim' | 'onDidSelectWord'
  > = {
    showClaims: (uri, claims) => {
      if (claims === null) shown.delete(uri.toString());
      else shown.set(uri.toString(), claims.title);
      notices.set(uri.toString(), claims?.notice ?? null);
      activities.set(uri.toString(), claims?.activity);
    },
    selectClaim: () => undefined,
    onDidSelectClaim: none,
    onDidSelectWord,
  };
  const claims = new ClaimsOnPages({
    editors,
    selectInTrajectory: () => undefined,
    markInTrajectory: ({ identity }, sample, indices) => marked.push([identity.id, sample, indices]),
    isOpen: ({ identity }) => open.has(identity.id),
  });
  return {
    claims,
    shown,
    notices,
    activities,
    open,
    marked,
    selectWord: (indices: readonly number[]) => {
      selectWord({ uri: uriOf('a.pdf'), claims: indices });
    },
  };
}

it('the claims of a trajectory stay over its documents while it is open somewhere, and then go away', () => {
  const { claims, shown, open } = makeClaims();
  open.add('one');
  claims.show(trajectory('one', ['a.pdf', 'b.pdf']), 0);
  claims.clearClosed();
  expect([...shown]).toEqual([
    ['a.pdf', 'one'],
    ['b.pdf', 'one'],
  ]);
  open.delete('one');
  claims.clearClosed();
  expect(shown.size).toBe(0);
  // What is closed does not come back.
  claims.update(trajectory('one', ['a.pdf']));
  expect(shown.size).toBe(0);
});

it('the claims of another trajectory replace those before, and closing the earlier one does not remove them', () => {
  const { claims, shown, open } = makeClaims();
  open.add('two');
  claims.show(trajectory('one', ['a.pdf', 'b.pdf']), 0);
  claims.show(trajectory('two', ['b.pdf']), 0);
  claims.clearClosed();
  expect([...shown]).toEqual([['b.pdf', 'two']]);
});

it('says over the pages where the conversation is that brings the claims, while it is being had', () => {
  const { claims, activities } = makeClaims();
  const partial: GroundingShown = { ...GROUNDED, partial: true };
  for (const shown of [partial, { kind: 'running' }] as const) {
    const activity = `${shown.kind}: The conversation waits for you.`;
    claims.show({ ...trajectory('one', ['a.pdf'], shown), activity }, 0);
    expect(activities.get('a.pdf')).toBe(activity);
    claims.show({ ...trajectory('one', ['a.pdf'], shown), activity: null }, 0);
    expect(activities.get('a.pdf')).toBeUndefined();
  }
});

it('only the trajectory whose claims are shown updates them', () => {
  const { claims, shown } = makeClaims();
  claims.show(trajectory('one', ['a.pdf']), 0);
  claims.update(trajectory('two', ['a.pdf']));
  expect([...shown]).toEqual([['a.pdf', 'one']]);
  claims.update(trajectory('one', ['c.pdf']));
  expect([...shown]).toEqual([['c.pdf', 'one']]);
});

it('the claims that speak of a word are marked in the trajectory that is shown', () => {
  const { claims, marked, selectWord } = makeClaims();
  selectWord([1]);
  claims.show(trajectory('one', ['a.pdf']), 2);
  selectWord([0, 3]);
  selectWord([]);
  expect(marked).toEqual([
    ['one', 2, [0, 3]],
    ['one', 2, []],
  ]);
});

it('a document that has changed since the question was asked is said to have, and no other', () => {
  const { claims, notices } = makeClaims();
  const one = trajectory('one', ['reports/a.pdf', 'b.pdf']);
  claims.show({ ...one, hasChanged: (document) => document === 'reports/a.pdf' }, 0);
  expect([...notices]).toEqual([
    [
      'reports/a.pdf',
      'a.pdf has changed since the question was asked: claims are looked for in it as it is now.',
    ],
    ['b.pdf', null],
  ]);
});
