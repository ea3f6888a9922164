import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '../../../../scripts/lib/generatedInputs.mjs';
import { LINK_PATH, linkQuery, readLink, type Link } from '../../../../src/host/links/link.ts';
import { HOSTILE_PIECES } from '../../../support/hostileText.ts';

const read = (query: string, path = LINK_PATH): Link => readLink({ path, query });
const fileQuery = (file: string): string => new URLSearchParams({ file }).toString();
const PASSAGE = { start: 12, length: 5, hash: '0123456789abcd' };

describe('the addresses of links', () => {
  it('a link to a file, a sample and a passage is read as it was written, whatever the name of the file is', () => {
    fc.assert(
      fc.property(
        fc.string().filter((name) => /^[^\p{C}\\/\n]+$/u.test(name) && !/^\.+$/.test(name)),
        fc.nat(1023),
        fc.boolean(),
        (name, sample, hasPassage) => {
          const path = `/data/${name}&a=b %41?#+.trajectory`;
          const link: Link = { target: { kind: 'file', path }, sample, passage: hasPassage ? PASSAGE : null };
          expect(read(linkQuery(link))).toEqual(link);
        },
      ),
      propertyRuns(200),
    );
    const recent: Link = {
      target: { kind: 'recent', id: '20261121T170000000Z-ab12' },
      sample: 0,
      passage: null,
    };
    expect(read(linkQuery(recent))).toEqual(recent);
  });

  it.each([
    '',
    'file=',
    'recent=../../secrets',
    'recent=a&file=/a.trajectory',
    'recent=a&recent=b',
    'recent=a&sample=0',
    'recent=a&sample=-1',
    'recent=a&sample=1e3',
    'recent=a&sample=2000',
    'recent=a&start=1',
    'recent=a&start=1&length=2',
    'recent=a&start=1&length=0&hash=0123456789abcd',
    'recent=a&start=1&length=2&hash=0123456789ABCD',
    'recent=a&start=1&length=2&hash=0123',
    'recent=a&command=workbench.action.terminal.new',
    '__proto__=a&recent=a',
    `recent=${'a'.repeat(65)}`,
    `file=/${'a'.repeat(5000)}.trajectory`,
  ])('refuses the query %s', (query) => {
    expect(() => read(query)).toThrow('This link is not one that PageTrace can open.');
  });

  it('refuses other paths of addresses', () => {
    for (const path of ['', '/', '/open/', '/Open', '/run'])
      expect(() => read('recent=a', path)).toThrow('This link is not one that PageTrace can open.');
  });

  it.each([
    ['//host/share/a.trajectory', /another machine/],
    ['\\\\host\\share\\a.trajectory', /another machine/],
    ['/a\\\\b/a.trajectory', /another machine/],
    ['a.trajectory', /whole path/],
    ['./a.trajectory', /whole path/],
    ['/data/../etc/a.trajectory', /whole path/],
    ['/data//a.trajectory', /whole path/],
    ['file:///a.trajectory', /whole path/],
    ['/etc/passwd', /\.trajectory\) only, not passwd/],
    ['/a.trajectory/', /whole path|only, not/],
    ['/a.trajectory.sh', /only, not a\.trajectory\.sh/],
    ['/.trajectory', /only, not \.trajectory/],
    ['/a\u0000.trajectory', /hidden characters/],
    ['/a\u202Eyrotcejart.trajectory', /hidden characters/],
    ['/a\n.trajectory', /hidden characters/],
    ['/a\u200B.trajectory', /hidden characters/],
  ])('does not open the file %j', (file, reason) => {
    expect(() => read(fileQuery(file))).toThrow(reason);
  });

  it('whatever stands in a link, it is a link or a fault with a sentence', () => {
    for (const piece of HOSTILE_PIECES) {
      for (const query of [piece, fileQuery(piece), fileQuery(`/${piece}.trajectory`), `recent=${piece}`]) {
        try {
          const { target } = read(query);
          if (target.kind === 'file') expect(target.path).toMatch(/^\/.*\.trajectory$/);
          else expect(target.id).toMatch(/^[\w-]+$/);
        } catch (error) {
          expect(error).toMatchObject({ reason: 'bad-input' });
        }
      }
    }
  });
});
