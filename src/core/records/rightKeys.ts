/** Keys of records that say with 1 or 0 whether an answer is right. They are no verdict unless a field map says so. */
export const RIGHT_KEYS: readonly string[] = ['acc', 'accuracy', 'correct', 'is_correct'];
