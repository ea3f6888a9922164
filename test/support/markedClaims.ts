import type { ClaimStatus } from '../../src/core/grounding/model.ts';
import type { Span } from '../../src/core/span.ts';

/** What must be said of a claim. */
export interface ExpectedClaim {
  /** In the response. */
  readonly span: Span;
  readonly text: string;
  /** `none`: this is no claim; `any`: a person could say more than one thing of it. */
  readonly status: ClaimStatus | 'none' | 'any';
  /** The image with its words; null if it stands nowhere. */
  readonly image: number | null;
  /** Its words as they stand on the page, and the words before them if they stand there several times; null if not said. */
  readonly words: { readonly before: string; readonly text: string } | null;
  /** What the page has instead. */
  readonly pageHas: string | null;
}

/** A response, what was sent with it, and what must be said of its claims. */
export interface MarkedResponse {
  readonly name: string;
  readonly response: string;
  readonly images: readonly { readonly document: string; readonly page: number }[];
  readonly dialect: string | null;
  /** The size of all images in pixels, if it matters. */
  readonly size: { readonly width: number; readonly height: number } | null;
  readonly claims: readonly ExpectedClaim[];
}

const STATUSES: Readonly<Record<string, ExpectedClaim['status']>> = {
  f: 'found',
  e: 'elsewhere',
  o: 'other-page',
  n: 'near',
  x: 'not-found',
  u: 'unknown',
  '-': 'none',
  '?': 'any',
};

/**
 * Reads responses whose claims are marked: a line `=== name | document:page ... | dialect` begins each, and `{{72%|f3}}`
 * marks a claim that is found on image 3. The letters are those of the statuses (found, elsewhere, other-page, near,
 * x for not-found, unknown), `-` for no claim, `?` for one that is not measured. `@` and the words of the page follow if
 * they differ from the claim (`@-`: not said), with words before them in brackets if they stand there several times,
 * and `=` with what the page has instead.
 */
export function readMarkedResponses(text: string): MarkedResponse[] {
  return text
    .split(/^=== /m)
    .slice(1)
    .map((part) => {
      const [head = '', ...lines] = part.split('\n');
      const [name = '', sent = '', dialect = ''] = head.split(' | ');
      const [pages = '', size] = sent.split(' size ');
      const [width = 0, height = 0] = size?.split('x').map(Number) ?? [];
      const images = pages.split(' ').map((image) => {
        const [document = '', page = ''] = image.split(':');
        return { document, page: Number(page) };
      });
      return {
        name,
        images,
        dialect: dialect === '' ? null : dialect,
        size: size === undefined ? null : { width, height },
        ...readMarks(lines.join('\n').trim()),
      };
    });
}

function readMarks(marked: string): Pick<MarkedResponse, 'response' | 'claims'> {
  const claims: ExpectedClaim[] = [];
  let response = '';
  let from = 0;
  for (const mark of marked.matchAll(
    /\{\{(?!\{)([^]*?)\|([feonxu?-])(\d*)(?:@([^=}]*))?(?:=([^}]*))?\}\}/g,
  )) {
    const [whole, text = '', letter = '', image = '', words = text, pageHas = null] = mark;
    response += marked.slice(from, mark.index);
    const start = response.length;
    response += text;
    const [, before = '', after = ''] = /^(?:\[([^\]]*)\] )?([^]*)$/.exec(words) ?? [];
    claims.push({
      span: { start, end: response.length },
      text,
      status: STATUSES[letter] ?? 'any',
      image: image === '' ? null : Number(image),
      words: after === '-' ? null : { before, text: after },
      pageHas,
    });
    from = mark.index + whole.length;
  }
  return { response: response + marked.slice(from), claims };
}
