import type { PaidPart, RewardForm, RewardProfile } from '../../../src/core/rewards/model.ts';

const HEAD = `# What each reward pays for

Made from the profiles themselves; \`PAGETRACE_UPDATE=1 npm run test:unit -- test/unit/rewards\` writes it anew.

A reward is a sum of components. A component starts at 1, or at 0 where it can only cost; what changes it is a deduction or a credit with a reason and, where there is one, the place in the response. Weight times value is what it pays. What is shown adds up exactly, in decimals; where the reference adds in binary floating point or rounds, a line of its own says by how much.

Each profile computes what its reference implementation computes, bit for bit, whatever looks like a mistake there. Where the reference ends in an exception instead of a score, that is the result. Where a record does not carry what a reward reads, the default that takes its place is said beside the score; where there is no default, the reward is not known, and what is missing is named.
`;

const KEYS: Readonly<Record<RewardForm['reads'][number], string>> = {
  num_images: '`num_images` (how many images the request had)',
  prompt: '`prompt` (the question, for the judge)',
  ground_truth: '`ground_truth` (the reference answer)',
  tool_results: '`tool_results` (the other tool’s boxes)',
  response_length: '`response_length` (in tokens)',
};

/** docs/rewards.md: what each profile reads and pays for. */
export function rewardsPage(profiles: readonly RewardProfile[]): string {
  return [HEAD, ...profiles.map(section)].join('\n');
}

function section({ name, title, version, description, form, pays }: RewardProfile): string {
  const lines = [
    `## ${title}`,
    `\`${name}\`, version ${version}. ${description}`,
    formLines(form),
    `| component | weight | pays for |\n| --- | ---: | --- |\n${pays.map(partRow).join('\n')}`,
    ...pays.map(changes),
  ];
  return `${lines.join('\n\n')}\n`;
}

function partRow({ title, weight, sentence }: PaidPart): string {
  return `| ${title} | ${weight} | ${cell(sentence)} |`;
}

function changes({ title, changes: all }: PaidPart): string {
  const rows = all.map(({ code, amount, reason }) => `| \`${code}\` | ${cell(amount)} | ${cell(reason)} |`);
  return `${title}:\n\n| code | changes it by | when |\n| --- | ---: | --- |\n${rows.join('\n')}`;
}

const cell = (text: string): string => text.replaceAll('|', '\\|');

function formLines({ tags, order, closed, tools, length, judged, reads }: RewardForm): string {
  const named = tags.map(({ name }) => `\`<${name}>\``).join(', ');
  const anyCase = tags.every(({ caseSensitive }) => !caseSensitive);
  const placed = [
    anyCase ? 'in any case of letters' : 'in lower case',
    ...(order.length > 1 ? ['in this order'] : []),
    ...(closed ? ['with white space between them and nothing around them'] : []),
  ];
  const lines = [`- Tags: ${named}, ${placed.join(', ')}.`];
  if (tools !== null) {
    const allowed = tools.allowed.map((tool) => `\`${tool.name}\``).join(', ');
    const most = tools.most === null ? '' : `; up to ${tools.most} without a deduction`;
    lines.push(`- Tool calls: in \`<${tools.container ?? ''}>\`; ${allowed}${most}.`);
  }
  if (length !== null)
    lines.push(`- Length: ${length.least} to ${length.most} tokens, less paid up to ${length.end}.`);
  lines.push(`- Reads of a record, beside the response: ${reads.map((key) => KEYS[key]).join(', ')}.`);
  lines.push(judged ? '- A judge says whether the answer is right.' : '- No judge is asked.');
  return lines.join('\n');
}
