/** Something that can stand in a filter, as a person sees it. */
export interface OfferedCompletion {
  /** What replaces the text between `start` and `end`. */
  readonly insert: string;
  readonly kind: 'field' | 'value' | 'keyword';
  /** What it means, in a few words; empty if that is plain. */
  readonly detail: string;
}

/** What can stand at an offset of a filter, the likeliest first. */
export interface OfferedCompletions {
  readonly start: number;
  readonly end: number;
  readonly items: readonly OfferedCompletion[];
}
