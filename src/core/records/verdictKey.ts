/** What a verdict is about: the same answer to the same question is as right wherever it stands. */
export interface JudgedContent {
  readonly question: string | null;
  readonly reference: string | null;
  readonly answer: string;
}

/** The key of a verdict by content. */
export function verdictKey({ question, reference, answer }: JudgedContent): string {
  return JSON.stringify([question, reference, answer]);
}
