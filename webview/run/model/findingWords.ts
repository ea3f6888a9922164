import { describeFinding } from '../../../src/core/trajectory/findingDescriptions.ts';
import { isFindingCode } from '../../../src/core/trajectory/findings.ts';

/** A finding in a few words, those of its code: `image not in think`. */
export const findingWords = (code: string): string => code.replaceAll(/[-_.]/g, ' ');

/** What a finding says; its code if it is one of a reward. */
export function findingTitle(code: string): string {
  return isFindingCode(code) ? describeFinding(code) : code;
}
