import type { PaidPart, RewardForm, RewardProfile } from '../../../src/core/rewards/model.ts';

const HEAD = `# What each reward pays for

This page is generated from the profiles; \`PAGETRACE_UPDATE=1 npm run test:unit -- test/unit/rewards\` regenerates it.

A reward is a sum of components. The value of a component starts at 1, or at 0 if it can only lower the reward. Deductions and credits change the value; each has a reason and, if possible, a place in the response. A component pays its weight times its value. The decimal numbers shown add up exactly; if the reference adds binary floating-point numbers or rounds, a separate line shows the difference.

Each profile computes the same numbers as its reference implementation, bit by bit, including apparent mistakes. If the reference raises an exception instead of returning a score, the exception is the result. If a record lacks an input, the default that replaces it is shown with the score; if there is no default, the reward is unknown, and the missing input is named.

A component may be paid for a part of the response only, its scope: an answer, or the text between two tags. EVisRAG was trained with RS-GRPO, in which each component has an advantage of its own over its scope; the inspector shows them [over the text](runs.md#advantages-over-the-text) for every reward.

\`easyr1-r1v\`, \`easyr1-math\` and \`verl-geo3k\` compare answers as mathruler's \`grade_answer\` does: its text normalization exactly, and what it leaves to SymPy only where the result is certain (numbers, fractions, expressions with different values). Otherwise the reward is a range, and \`needs\` lists \`sympy\`. Of 18,046 pairs of answers, generated to be difficult, 11,199 (62%) were decided, all of them as mathruler decides them. The vectors of these profiles have 85% and 92% decided.

\`r1v\` follows Math-Verify 0.5.2, which R1-V requires: what it extracts from the whole response and from the reference exactly, and the comparison where the result is certain (numbers, percentages, fractions, arithmetic, and LaTeX of these forms). Otherwise the reward is a range, and \`needs\` lists \`math_verify\`. Math-Verify prefers a number that follows the word "answer" on the same line after white space, so that in \`<answer>4</answer>\`, unlike in \`<answer> 4 </answer>\`, it does not find the 4 and takes an earlier number. Of 24,000 generated records 21,760 (91%) were decided, of 57,498 pairs of answers made to be difficult 35,412 (62%), and of 6,832 pairs made of the responses that R1-V has published 6,607 (97%), all of them as R1-V decides them. The vectors have 90% decided.
`;

const KEYS: Readonly<Record<RewardForm['reads'][number], string>> = {
  num_images: '`num_images` (how many images the request had)',
  prompt: '`prompt` (the prompt that was sent, read together with the response)',
  ground_truth: '`ground_truth` (the reference answer)',
  tool_results: '`tool_results` (the other tool’s boxes)',
  response_length: '`response_length` (in tokens)',
  retrieved_images: '`retrieved_images` (the images that searches brought, in order)',
  file_name: '`file_name` (the document with the answer)',
  reference_page: '`reference_page` (the pages with the answer)',
};

/** The same key, where only a judge reads it. */
const JUDGED_QUESTION = '`prompt` (the question, for the judge)';

/** The text of docs/rewards.md: what each profile reads and pays for. */
export function rewardsPage(profiles: readonly RewardProfile[]): string {
  return [HEAD, ...profiles.map(section)].join('\n');
}

function section({ name, title, version, description, form, pays }: RewardProfile): string {
  const lines = [
    `## ${title}`,
    `\`${name}\`, version ${version}. ${description}`,
    formLines(form),
    `| component | weight | pays for |\n| --- | ---: | --- |\n${pays.map(partRow).join('\n')}`,
    ...pays.map(changeTable),
  ];
  return `${lines.join('\n\n')}\n`;
}

function partRow({ title, weight, sentence }: PaidPart): string {
  return `| ${title} | ${weight} | ${escapeCell(sentence)} |`;
}

function changeTable({ title, changes: all }: PaidPart): string {
  const rows = all.map(
    ({ code, amount, reason }) => `| \`${code}\` | ${escapeCell(amount)} | ${escapeCell(reason)} |`,
  );
  return `${title}:\n\n| code | changes it by | when |\n| --- | ---: | --- |\n${rows.join('\n')}`;
}

const escapeCell = (text: string): string => text.replaceAll('|', '\\|');

function formLines({ tags, order, closed, tools, length, judged, reads }: RewardForm): string {
  const named = tags.map(({ name }) => `\`<${name}>\``).join(', ');
  const anyCase = tags.every(({ caseSensitive }) => !caseSensitive);
  const placed = [
    anyCase ? 'case-insensitive' : 'lowercase only',
    ...(order.length > 1 ? ['in this order'] : []),
    ...(closed ? ['separated by white space, with nothing before or after them'] : []),
  ];
  const lines = [tags.length === 0 ? '- Tags: none.' : `- Tags: ${named}, ${placed.join(', ')}.`];
  if (tools !== null) {
    const allowed = tools.allowed.map((tool) => `\`${tool.name}\``).join(', ');
    const most = tools.most === null ? '' : `; up to ${tools.most} without a deduction`;
    lines.push(`- Tool calls: in \`<${tools.container ?? ''}>\`; ${allowed}${most}.`);
  }
  if (length !== null)
    lines.push(
      `- Length: ${length.least} to ${length.most} tokens are paid in full, gradually less up to ${length.end}.`,
    );
  const inputs = reads.map((key) => (key === 'prompt' && judged ? JUDGED_QUESTION : KEYS[key]));
  lines.push(`- Inputs other than the response: ${inputs.join(', ')}.`);
  lines.push(judged ? '- A judge decides whether the answer is right.' : '- No judge is needed.');
  return lines.join('\n');
}
