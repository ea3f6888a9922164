import { DIALECT_NAMES } from '../../../core/trajectory/dialects/names.ts';
import type { Severity } from '../../../core/span.ts';
import type { InputItem } from '../../../runs/reading/inputs.ts';
import { readSamples } from '../../arguments/readSamples.ts';
import { readArguments, reportIdle, wordOption } from '../../arguments/arguments.ts';
import { requireFiles, inputOptions, readInputOptions } from '../../arguments/inputOptions.ts';
import { Problems } from '../../terminal/problems.ts';
import { writeSamples } from '../../output/writeSamples.ts';
import { placeJson } from '../../output/json.ts';
import { parseSample, trajectoryJson } from './trajectoryJson.ts';
import { CLEAN, FINDINGS, UNUSABLE, type VerbContext } from '../../terminal/verb.ts';
import { PARSE_USAGE } from '../../arguments/verbUsage.ts';

const options = {
  ...inputOptions,
  dialect: { type: 'string' },
  format: { type: 'string' },
  'fail-on': { type: 'string' },
} as const;

const SEVERITIES: readonly Severity[] = ['error', 'warning', 'information'];

/**
 * `pagetrace parse`: the trajectories of some files as JSON: their blocks, tool calls, steps, and findings.
 * @returns the exit status: findings if some have the severity that `--fail-on` names, or a worse one
 * @throws PageTraceError for wrong arguments, and for an output that cannot be written
 */
export async function parse(args: readonly string[], context: VerbContext): Promise<number> {
  const { values, positionals } = readArguments(args, options);
  const { terminal } = context;
  if (values.help === true) {
    terminal.out(PARSE_USAGE);
    return CLEAN;
  }
  const files = requireFiles('parse', positionals);
  reportIdle(values, 'parse', ['references', 'verdicts'], terminal);
  const dialect = wordOption('dialect', values.dialect, DIALECT_NAMES, null);
  const indent = wordOption('format', values.format, ['json', 'jsonl'], 'json') === 'json' ? 2 : 0;
  const failOn = wordOption('fail-on', values['fail-on'], [...SEVERITIES, 'never'], 'never');
  const counted = new Set<Severity>(
    failOn === 'never' ? [] : SEVERITIES.slice(0, SEVERITIES.indexOf(failOn) + 1),
  );
  const unreadable = new Problems(terminal);
  let found = 0;
  const text = (item: InputItem): string => {
    if ('problem' in item) {
      unreadable.add(item.place, item.problem);
      return JSON.stringify({ ...placeJson(item.place), error: item.problem }, null, indent);
    }
    const parsed = parseSample(item.sample, dialect);
    found += parsed.trajectory.findings.filter(({ severity }) => counted.has(severity)).length;
    return JSON.stringify({ ...placeJson(item.place), ...trajectoryJson(parsed, item.sample) }, null, indent);
  };
  await writeSamples(
    {
      files,
      alsoRead: [values.references, values.verdicts],
      portions: readSamples(files, await readInputOptions(values, context)),
      out: values.out,
      done: 'Parsed',
      head: '',
      portion: (items) => items.map((item) => `${text(item)}\n`).join(''),
      tail: () => [],
    },
    context,
  );
  unreadable.end();
  if (unreadable.count > 0) return UNUSABLE;
  return found > 0 ? FINDINGS : CLEAN;
}
