import { answerKey } from '../metrics/answerKey.ts';

/**
 * A number (FNV-1a, 32 bits) that is the same for answers that count as the same; 0 for an empty one, which is none.
 * Within a group, two answers have the same by chance once in a billion.
 */
export function answerNumber(answer: string): number {
  const key = answerKey(answer);
  if (key === '') return 0;
  let hash = 0x811c9dc5;
  for (let at = 0; at < key.length; at += 1) hash = Math.imul(hash ^ key.charCodeAt(at), 0x01000193);
  return hash >>> 0 || 1;
}
