import { CLAIM_MARKS } from '../../../../src/core/grounding/model.ts';
import type { FilterNames } from '../../../../src/core/filter/filterNames.ts';

/** Names of a run. */
export const NAMES: FilterNames = {
  numbers: ['acc', 'odd name', 'reward.format', 'reward.tool_use'],
  texts: ['kind', 'year'],
  tools: ['read_numeric_value', 'read_text_element', 'odd tool'],
  findings: ['unknown-tool', 'missing-block'],
  claims: CLAIM_MARKS,
  values: new Map([
    ['finish', ['stop', 'length']],
    ['kind', ['chart', 'a table']],
  ]),
};
