/** What a judge says of an answer; `unknown` if it gave no verdict that can be used. */
export type JudgedAnswer = 'right' | 'wrong' | 'unknown';
