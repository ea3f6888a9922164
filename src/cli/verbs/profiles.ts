import type { RewardProfile } from '../../core/rewards/model.ts';
import { profiles as builtIn } from '../../core/rewards/registry.ts';
import { visibleText } from '../../core/visibleText.ts';
import { readArguments, wordOption } from '../arguments/arguments.ts';
import { loadProfile } from '../arguments/profileOption.ts';
import { writeOutput } from '../output/sink.ts';
import { CLEAN, type VerbContext } from '../terminal/verb.ts';
import { PROFILES_USAGE } from '../arguments/verbUsage.ts';

const options = {
  format: { type: 'string' },
  out: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const;

/**
 * `pagetrace profiles`: what each reward profile pays for, for all profiles or for those that are named.
 * @throws PageTraceError `bad-input` for wrong arguments and for an unknown profile
 */
export async function profiles(
  args: readonly string[],
  { terminal, interrupted }: VerbContext,
): Promise<number> {
  const { values, positionals } = readArguments(args, options);
  if (values.help === true) {
    terminal.out(PROFILES_USAGE);
    return CLEAN;
  }
  const format = wordOption('format', values.format, ['table', 'json'], 'table');
  const chosen = positionals.length === 0 ? builtIn : await Promise.all(positionals.map(loadProfile));
  const text =
    format === 'json'
      ? `${JSON.stringify({ profiles: chosen.map(profileJson) }, null, 2)}\n`
      : visibleText(chosen.map(profileText).join('\n'));
  await writeOutput(values.out, text, terminal, interrupted);
  return CLEAN;
}

/** The JSON that media/schemas/profiles.schema.json describes. */
function profileJson({ name, version, title, description, form, pays }: RewardProfile): unknown {
  return {
    name,
    version,
    title,
    description,
    reads: form.reads,
    judged: form.judged,
    pays: pays.map(({ key, title: part, weight, sentence, changes }) => ({
      key,
      title: part,
      weight,
      sentence,
      changes: changes.map(({ code, amount, reason }) => ({ code, amount, reason })),
    })),
  };
}

function profileText({ name, title, description, form, pays }: RewardProfile): string {
  const lines = [
    `${name}: ${title}`,
    `  ${description}`,
    ...(form.reads.length === 0 ? [] : [`  It reads ${form.reads.join(', ')} of a record.`]),
    ...pays.flatMap((part) => [
      `  ${part.weight} ${part.title}: ${part.sentence}`,
      ...part.changes.map(({ amount, reason }) => `      ${amount}  ${reason}`),
    ]),
  ];
  return `${lines.join('\n')}\n`;
}
