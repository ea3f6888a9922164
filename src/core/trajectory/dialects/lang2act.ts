import { t } from '@vscode/l10n';
import { PLAIN } from './dialect.ts';
import type { Dialect, ToolForm } from './dialect.ts';
import { ANSWER_ALONE } from './sharedBlocks.ts';

/** The toolbox of Lang2Act: the seven tools that remained after its curation. */
const LANG2ACT_TOOLBOX: readonly ToolForm[] = [
  { name: 'locate_visual_element', args: 'image' },
  { name: 'read_text_element', args: 'image' },
  { name: 'read_numeric_value', args: 'image' },
  { name: 'identify_entity_attribute', args: 'image' },
  { name: 'compare_values', args: 'image' },
  { name: 'infer_missing_information', args: 'image' },
  { name: 'compute_percentage', args: 'values' },
];

/** Lang2Act, second stage: visual evidence as tool calls, whose observations the model writes itself. */
export const lang2act: Dialect = {
  ...PLAIN,
  name: 'lang2act',
  get title() {
    return t('Lang2Act, tool stage');
  },
  get description() {
    return t(
      '<think> says which images contain evidence, <description> contains tool calls with what they see, and <answer> gives the answer.',
    );
  },
  blocks: [
    {
      name: 'think',
      role: 'think',
      occurs: 'once',
      speaker: 'model',
      get holds() {
        return t('Which images contain evidence. Each image that a tool call uses is named as `Image k`.');
      },
    },
    {
      name: 'description',
      role: 'block',
      occurs: 'once',
      speaker: 'model',
      get holds() {
        return t('Tool calls, each with what it saw between its tags.');
      },
    },
    ANSWER_ALONE,
  ],
  tools: {
    container: 'description',
    toolbox: LANG2ACT_TOOLBOX,
    alsoAllowed: [{ name: 'compute_difference', args: 'values' }],
    most: 8,
  },
};
