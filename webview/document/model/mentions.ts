import { holdsPoint, type PageBox } from '../../../src/core/geometry/box.ts';
import type { PageClaim, PageWord } from '../../../src/protocol/document.ts';

/** How far outside of a box a point still belongs to it, in points of the page. */
const SLACK = 2;

/** The claims with a box, or a named place, around a point of a page; those with a box first. */
export function claimsAt(claims: readonly PageClaim[], page: number, x: number, y: number): PageClaim[] {
  const hasPoint = (box: PageBox): boolean =>
    holdsPoint(
      {
        left: box.left - SLACK,
        top: box.top - SLACK,
        right: box.right + SLACK,
        bottom: box.bottom + SLACK,
      },
      x,
      y,
    );
  const byWords = claims.filter((claim) => claim.page === page && claim.boxes.some(hasPoint));
  if (byWords.length > 0) return byWords;
  return claims.filter(({ place }) => place?.page === page && hasPoint(place.box));
}

/** The word around a point of a page; undefined if there is none. */
export function wordAt(words: readonly PageWord[], x: number, y: number): PageWord | undefined {
  return words.find(({ box }) => holdsPoint(box, x, y));
}

/** The claims that say a word, or whose words on the page have it, wherever that is. Case and punctuation do not count. */
export function claimsSaying(claims: readonly PageClaim[], word: string): PageClaim[] {
  const wanted = bareWord(word);
  if (wanted === '') return [];
  const says = UNSPACED.test(wanted)
    ? (text: string) => text.toLowerCase().includes(wanted)
    : (text: string) => text.split(/\s/u).some((one) => bareWord(one) === wanted);
  return claims.filter(({ said, words }) => says(said) || says(words));
}

/** Scripts that are written without spaces between words. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;
const LETTER = /[\p{L}\p{N}%]/u;

/** The word in lower case, without the punctuation around it. */
function bareWord(word: string): string {
  const characters = Array.from(word.toLowerCase());
  const first = characters.findIndex((character) => LETTER.test(character));
  const last = characters.findLastIndex((character) => LETTER.test(character));
  return first < 0 ? '' : characters.slice(first, last + 1).join('');
}
