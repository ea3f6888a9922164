import { t } from '../../t.ts';
import { joinList } from '../../joinList.ts';
import type { Need } from '../model.ts';

/** What is missing for a reward to be known: `a verdict and a reference answer`; empty if nothing is. */
export function describeNeeds(needs: readonly Need[]): string {
  return joinList(needs.map(describeNeed));
}

function describeNeed(need: Need): string {
  switch (need) {
    case 'verdict':
      return t('a verdict');
    case 'reference':
      return t('a reference answer');
    case 'response_length':
      return t('the length of the response in tokens');
    case 'retrieved_images':
      return t('the retrieved images');
    case 'file_name':
      return t('the name of the document');
    case 'reference_page':
      return t('the reference pages');
    case 'sympy':
      return t('SymPy, because only it can compare this answer with the reference');
    case 'math_verify':
      return t('Math-Verify, because only it can compare this answer with the reference');
    case 'grounding':
      return t('the words of the pages');
  }
}
