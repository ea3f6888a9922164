import { lintPrompt } from '../../../src/core/prompts/lint/lintPrompt.ts';
import type { LintOptions, PromptFinding } from '../../../src/core/prompts/lint/model.ts';

/** The lint's result for a prompt with `reward` in its front matter, or without one if it is null. */
export function lintWith(
  reward: string | null,
  body: string,
  options: Partial<LintOptions> = {},
): { readonly text: string; readonly findings: readonly PromptFinding[] } {
  const text = reward === null ? body : `---\nreward: ${reward}\n---\n${body}`;
  return { text, findings: lintPrompt(text, { name: 'prompt', ...options }).findings };
}

/** Each finding as `code: text that it marks`. */
export function lintFindings(
  reward: string | null,
  body: string,
  options: Partial<LintOptions> = {},
): string[] {
  const { text, findings } = lintWith(reward, body, options);
  return findings.map(({ code, span }) => `${code}: ${text.slice(span.start, span.end)}`);
}

/** The prompt after the fix of its only finding with that code. */
export function applyFix(reward: string | null, body: string, code: string): string {
  const { text, findings } = lintWith(reward, body);
  const finding = findings.find((each) => each.code === code);
  let made = text;
  for (const edit of (finding?.fixes[0]?.edits ?? []).toSorted((a, b) => b.span.start - a.span.start))
    made = made.slice(0, edit.span.start) + edit.text + made.slice(edit.span.end);
  return reward === null ? made : made.slice(`---\nreward: ${reward}\n---\n`.length);
}

/** A list of every tool that the tool stage's reward accepts. */
export const TOOLS = `Tools for \`<description>\`, written as \`<tool name="..." args="...">what you see</tool>\`:
- locate_visual_element (args: \`Image k: where\`)
- read_text_element (args: \`Image k: where\`)
- read_numeric_value (args: \`Image k: where\`)
- identify_entity_attribute (args: \`Image k: where\`)
- compare_values (args: \`Image k: a and b\`)
- infer_missing_information (args: \`Image k: what is known\`)
- compute_percentage (args: \`part, total\`)
- compute_difference (args: \`a, b\`)
`;

export const FORM = `{{ content }}
<think>...</think>
<description>...</description>
<answer>...</answer>
`;

/** An example of the tool stage with one tool call. */
export const example = (call: string, think = 'Image 1 is a cover, Image 2 has the table.'): string =>
  `\nExample:\n<think>${think}</think>\n<description>\n${call}\n</description>\n<answer>42</answer>\n`;
