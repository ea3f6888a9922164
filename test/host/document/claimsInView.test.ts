import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { ClaimStatus } from '../../../src/core/grounding/model.ts';
import {
  ClaimsInView,
  type ClaimView,
  type SelectedClaim,
  type SelectedWord,
} from '../../../src/host/document/claimsInView.ts';
import type { DocumentClaims, ToDocument } from '../../../src/protocol/document.ts';

const uri = vscode.Uri.file('/reports/a.pdf');
const other = vscode.Uri.file('/reports/b.pdf');

function claimsOf(...statuses: ClaimStatus[]): DocumentClaims {
  return {
    title: 'How much?',
    running: false,
    notice: null,
    claims: statuses.map((status, index) => ({
      claim: index,
      kind: 'observation',
      step: index,
      action: index + 1,
      status,
      said: '',
      words: '',
      difference: null,
      source: null,
      page: null,
      boxes: [],
      place: null,
    })),
  };
}

let open: boolean;
let sent: { readonly uri: string; readonly message: ToDocument }[];
let selected: SelectedClaim[];
let words: SelectedWord[];
let claims: ClaimsInView;

const viewOf = (of: vscode.Uri): ClaimView => ({
  send: (message) => {
    sent.push({ uri: of.toString(), message });
  },
});

/** What a view of a document is sent when it is opened. */
function messages(of: vscode.Uri): ToDocument[] {
  const before = sent.length;
  claims.sendAll(of, viewOf(of));
  return sent.splice(before).map(({ message }) => message);
}

beforeEach(() => {
  open = true;
  sent = [];
  selected = [];
  words = [];
  const views = new Map([uri, other].map((one) => [one.toString(), viewOf(one)]));
  claims = new ClaimsInView((to) => {
    const view = open ? views.get(to.toString()) : undefined;
    return view === undefined ? [] : [view];
  });
  claims.onDidSelectClaim((one) => selected.push(one));
  claims.onDidSelectWord((one) => words.push(one));
});
afterEach(() => {
  claims.dispose();
});

describe('the claims over a document', () => {
  it('sends the claims to the views of a document, also to one that is created later, and removes them', () => {
    const shown = claimsOf('found', 'near');
    claims.show(uri, shown);
    claims.select(uri, 1, { reveal: true });
    assert.deepEqual(sent, [
      { uri: uri.toString(), message: { type: 'claims', shown, selected: null } },
      { uri: uri.toString(), message: { type: 'selectClaim', claim: 1, reveal: true } },
    ]);
    assert.deepEqual(messages(uri), [{ type: 'claims', shown, selected: 1 }]);
    claims.show(uri, null);
    assert.deepEqual(messages(uri), [{ type: 'claims', shown: null, selected: null }]);
  });

  it('keeps a claim selected when the claims are sent again, unless it is no longer among them', () => {
    claims.show(uri, claimsOf('found', 'near'));
    claims.select(uri, 1, { reveal: false });
    const more = claimsOf('found', 'near', 'found');
    claims.show(uri, more);
    assert.deepEqual(messages(uri), [{ type: 'claims', shown: more, selected: 1 }]);
    const fewer = claimsOf('found');
    claims.show(uri, fewer);
    assert.deepEqual(messages(uri), [{ type: 'claims', shown: fewer, selected: null }]);
  });

  it('sends a view that shows claims only what has changed, and nothing if that is nothing', () => {
    const first = claimsOf(...Array.from({ length: 1000 }, (): ClaimStatus => 'found'));
    claims.show(uri, first);
    claims.select(uri, 999, { reveal: false });
    const [whole = 0] = sent.map(({ message }) => JSON.stringify(message).length);
    const count = sent.length;
    claims.show(uri, structuredClone(first));
    assert.equal(sent.length, count);
    const [, second] = first.claims;
    assert.ok(second);
    const changed = { ...second, status: 'near' as const };
    claims.show(uri, { ...first, claims: first.claims.with(1, changed).slice(0, -1) });
    const message = sent.at(-1)?.message;
    assert.deepEqual(message, {
      type: 'claimChanges',
      changes: {
        rest: { title: first.title, running: false, notice: null },
        claims: { number: 1, items: [[0, 1], changed, [2, 999]] },
      },
      selected: null,
    });
    assert.ok(JSON.stringify(message).length < whole / 500);
  });

  it('sends a view all again that has not received some of it, and the others only what changes', () => {
    const shown = claimsOf('found');
    claims.show(uri, shown);
    const late = viewOf(other);
    claims.sendAll(uri, late);
    assert.deepEqual(
      sent.map(({ message }) => message.type),
      ['claims', 'claims'],
    );
    claims.show(uri, claimsOf('found', 'near'));
    assert.equal(sent.at(-1)?.message.type, 'claimChanges');
    claims.sendAll(uri, late);
    assert.deepEqual(sent.at(-1)?.message, {
      type: 'claims',
      shown: claimsOf('found', 'near'),
      selected: null,
    });
  });

  it('scrolls a view to the claim that was selected before the view was opened, once', () => {
    open = false;
    const shown = claimsOf('found', 'near');
    claims.show(uri, shown);
    claims.select(uri, 1, { reveal: true });
    assert.deepEqual(messages(uri), [
      { type: 'claims', shown, selected: 1 },
      { type: 'selectClaim', claim: 1, reveal: true },
    ]);
    assert.equal(messages(uri).length, 1);
  });

  it('does not scroll a view to a claim that was selected before the person asked for a page', () => {
    open = false;
    claims.show(uri, claimsOf('found', 'near'));
    claims.select(uri, 1, { reveal: true });
    claims.cancelReveal(uri);
    assert.deepEqual(
      messages(uri).map(({ type }) => type),
      ['claims'],
    );
  });

  it('reports what the person selects, but not what the extension selects', () => {
    claims.show(uri, claimsOf('found', 'near'));
    claims.select(uri, 0, { reveal: true });
    assert.deepEqual(selected, []);
    claims.selectedByPerson(uri, 1);
    assert.deepEqual(selected, [{ uri, claim: 1 }]);
    // Other views of the same document show it too, without scrolling.
    assert.deepEqual(sent.at(-1)?.message, { type: 'selectClaim', claim: 1, reveal: false });
    claims.selectedWord({ uri, claims: [0, 1] });
    claims.selectedWord({ uri: other, claims: [] });
    assert.deepEqual(words, [{ uri, claims: [0, 1] }]);
  });

  it('goes to the next bad claim of the document whose claims were shown last, and reveals it', () => {
    claims.show(other, claimsOf('near'));
    claims.show(uri, claimsOf('found', 'found', 'not-found'));
    claims.move('next-bad');
    assert.deepEqual(selected, [{ uri, claim: 2 }]);
    assert.deepEqual(sent.at(-1)?.message, { type: 'selectClaim', claim: 2, reveal: true });
    claims.move('next', other);
    assert.deepEqual(selected.at(-1), { uri: other, claim: 0 });
    claims.show(uri, null);
    claims.move('next');
    assert.deepEqual(selected.at(-1), { uri: other, claim: 0 });
    claims.show(other, null);
    claims.move('next');
    assert.equal(selected.length, 3);
  });
});
