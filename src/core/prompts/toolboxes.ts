import type { Tool } from './model.ts';

const WHERE = 'Image k: <where on the page>';

/**
 * The toolbox of Lang2Act's second stage: tool names and args conventions as in the paper, with our own descriptions.
 */
const lang2act: readonly Tool[] = [
  {
    name: 'locate_visual_element',
    args: WHERE,
    description: 'Find where something stands on the page: a table, a chart, a heading, a figure, a region.',
  },
  {
    name: 'read_text_element',
    args: WHERE,
    description: 'Read words as they are printed: a title, a label, a legend, a cell, a sentence.',
  },
  {
    name: 'read_numeric_value',
    args: WHERE,
    description: 'Read a number as it is printed, with its unit: a table cell, a bar, an axis value.',
  },
  {
    name: 'identify_entity_attribute',
    args: WHERE,
    description: 'Say a property of something seen: its color, kind, position or order.',
  },
  {
    name: 'compare_values',
    args: WHERE,
    description: 'Compare values that were read, and say which is larger, smaller or first.',
  },
  {
    name: 'infer_missing_information',
    args: WHERE,
    description: 'Conclude what is not printed from what is, and say from what.',
  },
  {
    name: 'compute_percentage',
    args: 'part_value, total_value',
    description: 'Divide the first number by the second and give the result as a percentage.',
  },
];

/** The toolboxes that a prompt's front matter can name. */
export const toolboxes: Readonly<Record<string, readonly Tool[]>> = { lang2act };
