import type { AskedQuestionRecord } from './model.ts';

/** Two askings of the same question, the one that was asked first before the other. */
export interface QuestionPair {
  readonly before: AskedQuestionRecord;
  readonly after: AskedQuestionRecord;
}

/** A question that was not paired, and how often it is among the given ones. */
export interface UnpairedQuestion {
  readonly question: string;
  readonly count: number;
}

/** Questions in pairs, and those that could not be paired. */
export interface PairedQuestions {
  /** In the order in which the questions were first asked. */
  readonly pairs: readonly QuestionPair[];
  readonly unpaired: readonly UnpairedQuestion[];
}

/**
 * Pairs questions by their text. A text that was asked more than twice is paired by its documents and pages as well; if
 * that leaves one or more than two of a kind, which of them belong together is not known.
 */
export function pairQuestions(records: readonly AskedQuestionRecord[]): PairedQuestions {
  const pairs: QuestionPair[] = [];
  const unpaired: UnpairedQuestion[] = [];
  const inOrder = records.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  for (const sameText of groupBy(inOrder, ({ info }) => textOf(info.question)).values()) {
    const groups = sameText.length > 2 ? [...groupBy(sameText, questionKey).values()] : [sameText];
    let left = 0;
    for (const [before, after, ...others] of groups) {
      if (before !== undefined && after !== undefined && others.length === 0) pairs.push({ before, after });
      else left += (before === undefined ? 0 : 1) + (after === undefined ? 0 : 1) + others.length;
    }
    if (left > 0) unpaired.push({ question: sameText[0]?.info.question ?? '', count: left });
  }
  return { pairs: pairs.toSorted((a, b) => (a.before.id < b.before.id ? -1 : 1)), unpaired };
}

/** Two questions with the same key have the same text and are about the same pages of the same documents. */
export function questionKey({ info }: Pick<AskedQuestionRecord, 'info'>): string {
  return JSON.stringify([
    textOf(info.question),
    info.documents.map(({ path }) => path),
    info.images.map(({ document, page }) => [document, page]),
  ]);
}

const textOf = (question: string | null): string => (question ?? '').trim().replace(/\s+/g, ' ');

function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group === undefined) groups.set(keyOf(item), [item]);
    else group.push(item);
  }
  return groups;
}
