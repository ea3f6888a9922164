import type { Dialect } from './dialect.ts';

/** Lang2Act, second stage: visual evidence as tool calls that the model writes the observations of itself. */
export const lang2act: Dialect = {
  name: 'lang2act',
  title: 'Lang2Act, tool stage',
  description:
    '<think> says which images hold evidence, <description> holds tool calls with what they see, <answer> answers.',
  blocks: [
    { name: 'think', role: 'think' },
    { name: 'description', role: 'block' },
    { name: 'answer', role: 'answer' },
  ],
  tools: {
    container: 'description',
    toolbox: [
      { name: 'locate_visual_element', args: 'image' },
      { name: 'read_text_element', args: 'image' },
      { name: 'read_numeric_value', args: 'image' },
      { name: 'identify_entity_attribute', args: 'image' },
      { name: 'compare_values', args: 'image' },
      { name: 'infer_missing_information', args: 'image' },
      { name: 'compute_percentage', args: 'values' },
    ],
    alsoAllowed: [{ name: 'compute_difference', args: 'values' }],
    most: 8,
  },
};
