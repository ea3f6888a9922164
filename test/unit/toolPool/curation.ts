/** How many of 1,500 trajectories use each of ten tools, as the table of Lang2Act's paper counts them. */
export const PAPER_COUNTS = [964, 626, 259, 259, 245, 189, 41, 20, 5, 3] as const;

/** Tools in the order of their counts; the fourth and the third are used equally often. */
export const PAPER_TOOLS = [
  'read_text_element',
  'read_numeric_value',
  'identify_entity_attribute',
  'compare_values',
  'locate_visual_element',
  'compute_percentage',
  'infer_missing_information',
  'subtract_values',
  'add_values',
  'count_objects',
] as const;

/** The call of a tool. */
export const call = (name: string): string => `<tool name="${name}" args="Image 1: the table">x</tool>\n`;

/** The line that defines a tool. */
export const define = (name: string): string => `DEFINE_TOOL: ${name} || Image k: where || Does ${name}.\n`;

/** 1,500 trajectories of tool curation with exactly these counts; each calls its tools twice. */
export function curationRun(): readonly string[] {
  const tools = Array.from({ length: 1500 }, (): string[] => []);
  let next = 0;
  PAPER_TOOLS.forEach((name, at) => {
    for (let count = 0; count < (PAPER_COUNTS[at] ?? 0); count += 1) tools[next++ % 1500]?.push(name);
  });
  return tools.map(
    (names) => `${names.map(define).join('')}${names.map(call).join('').repeat(2)}END_OF_TOOLS\n`,
  );
}
