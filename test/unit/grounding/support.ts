import { afterAll, onTestFinished } from 'vitest';
import { PageTraceError } from '../../../src/core/errors.ts';
import type { GroundedClaim, Grounding } from '../../../src/core/grounding/model.ts';
import type { PageBox } from '../../../src/core/geometry/box.ts';
import type { Word } from '../../../src/core/geometry/word.ts';
import type { OpenDocument } from '../../../src/documents/model.ts';
import { Grounder, type GrounderOptions } from '../../../src/grounding/grounder.ts';
import type { GroundingDocument, GroundingRequest } from '../../../src/grounding/model.ts';
import { GROUNDING_WORKER } from '../../support/files.ts';

/** A grounder that ends with the running test. */
export function startGrounder(options: Partial<GrounderOptions> = {}): Grounder {
  const grounder = new Grounder({ worker: GROUNDING_WORKER, strings: {}, locale: 'en', ...options });
  onTestFinished(() => grounder.dispose());
  return grounder;
}

/** A grounder that all tests of a file share, because its thread takes longer to start than most tests take. */
export function shareGrounder(): Grounder {
  const grounder = new Grounder({ worker: GROUNDING_WORKER, strings: {}, locale: 'en' });
  afterAll(() => grounder.dispose());
  return grounder;
}

/** The claims that are observations of tool calls. */
export function observationsOf({ claims }: Grounding): readonly GroundedClaim[] {
  return claims.filter(({ kind }) => kind === 'observation');
}

let documents = 0;

/** A document of these pages, whose words are separated by spaces, and a record of what was read of it. */
export interface WrittenDocument extends GroundingDocument {
  /** The pages whose words were read, in order. */
  readonly read: number[];
  /** How often it was opened, and how often closed. */
  readonly opened: { times: number; closed: number };
}

/**
 * @param pages the text of each page; an error for a page that cannot be read
 * @param pictures of each page
 */
export function writtenDocument(
  name: string,
  pages: readonly (string | PageTraceError)[],
  pictures: readonly PageBox[] = [],
): WrittenDocument {
  const read: number[] = [];
  const opened = { times: 0, closed: 0 };
  const textOf = (page: number): string => {
    const text = pages[page - 1] ?? '';
    if (text instanceof PageTraceError) throw text;
    return text;
  };
  const document = {
    name,
    kind: 'pdf' as const,
    pageCount: pages.length,
    notices: [],
    pageInfo: (page: number) =>
      Promise.resolve({ page, width: 600, height: 800, rotation: 0 as const, label: String(page) }),
    text: async (page: number) => {
      read.push(page);
      const words = await Promise.resolve(wordsOf(textOf(page)));
      return { page, words, pictures };
    },
    close: () => {
      opened.closed += 1;
      return Promise.resolve();
    },
  } satisfies Partial<OpenDocument>;
  return {
    name,
    hash: `hash ${(documents += 1)}`,
    read,
    opened,
    open: () => {
      opened.times += 1;
      // The other functions of a document are not used for grounding.
      return Promise.resolve(document as unknown as OpenDocument);
    },
  };
}

function wordsOf(text: string): Word[] {
  return text
    .split(' ')
    .filter((word) => word !== '')
    .map((word, at) => ({
      text: word,
      box: { left: 50 * at, top: 100, right: 50 * at + 45, bottom: 110 },
      height: 12,
      line: 0,
    }));
}

/** A response in the dialect lang2act whose tool calls observe these texts on these images. */
export function responseOf(...observations: readonly (readonly [number, string])[]): string {
  const calls = observations.map(
    ([image, text]) => `<tool name="read_text_element" args="Image ${image}">${text}</tool>`,
  );
  return `<description>${calls.join('\n')}</description>`;
}

/** A request about the pages of a document, each as an image of 1000 x 1000 pixels. */
export function requestOf(
  response: string,
  document: GroundingDocument,
  pages: readonly number[],
  others: Partial<GroundingRequest> = {},
): GroundingRequest {
  return {
    response,
    context: { dialect: 'lang2act', numImages: pages.length, tools: null },
    complete: true,
    question: null,
    images: pages.map((page, at) => ({
      image: at + 1,
      document: document.name,
      page,
      size: { width: 1000, height: 1000 },
    })),
    documents: [document],
    recognizeText: false,
    ...others,
  };
}
