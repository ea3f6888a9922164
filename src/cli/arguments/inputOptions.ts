import path from 'node:path';
import { PageTraceError } from '../../core/errors.ts';
import { readFieldMap } from '../../core/records/fieldMap.ts';
import { reportIdle, wordOption } from './arguments.ts';
import { UsageError } from './usageError.ts';
import type { LeftOutFile } from '../../runs/reading/expandInputs.ts';
import type { InputNotice, InputOptions } from '../../runs/reading/inputs.ts';
import { leftOutSentences } from '../../runs/reading/leftOut.ts';
import { readTable } from '../../runs/reading/tableRecords.ts';
import { readReferences } from '../../runs/reading/references.ts';
import { readVerdicts } from '../../runs/reading/verdicts.ts';
import { placeName } from '../terminal/problems.ts';
import type { VerbContext } from '../terminal/verb.ts';

/** Options of every command that reads trajectories and records. */
export const inputOptions = {
  field: { type: 'string', multiple: true },
  input: { type: 'string' },
  references: { type: 'string' },
  verdicts: { type: 'string' },
  out: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const;

/**
 * Reads the options about inputs.
 * @throws PageTraceError `bad-input` for wrong options, and for a file of references or verdicts that cannot be read
 */
export async function readInputOptions(
  values: {
    readonly field?: readonly string[] | undefined;
    readonly input?: string | undefined;
    readonly references?: string | undefined;
    readonly verdicts?: string | undefined;
  },
  { stdin, terminal, interrupted }: VerbContext,
): Promise<InputOptions> {
  const fields = readFieldMap(values.field ?? []);
  const asked = wordOption('input', values.input, ['trajectory', 'records'], null);
  if (asked === 'trajectory') reportIdle(values, '--input trajectory', ['field', 'references'], terminal);
  const held =
    values.references === undefined
      ? () => null
      : await readReferences(values.references, stdin, interrupted);
  const verdicts =
    values.verdicts === undefined
      ? {}
      : { verdicts: await readVerdicts(values.verdicts, stdin, interrupted) };
  const notice = (each: InputNotice): void => {
    if (each.kind === 'joined') return;
    if (each.kind === 'left-out')
      for (const sentence of leftOutSentences(each.leftOut, pathOf)) terminal.say(sentence);
    else terminal.say(noticeText(each));
  };
  return {
    stdin,
    fields,
    kind: asked,
    findReference: held,
    ...verdicts,
    readTable,
    notice,
    numbersItems: true,
    signal: interrupted,
  };
}

const pathOf = ({ folder, name }: LeftOutFile): string => path.join(folder, name);

function noticeText(notice: Exclude<InputNotice, { kind: 'joined' | 'left-out' }>): string {
  if (notice.kind === 'front-matter') return `${placeName(notice.place)}: ${notice.message}`;
  const { field, paths, files } = notice;
  const [first = '', ...more] = files;
  const path = paths.join(', ');
  const where = more.length === 0 ? first : `${first} (and of ${more.length} more)`;
  return `No record of ${where} has a value at "${path}", which --field ${field}=${path} names. Check the key.`;
}

/**
 * The files of a command; there must be at least one.
 * @throws PageTraceError `bad-input` if there are none, or if standard input is named twice
 */
export function requireFiles(verb: string, positionals: readonly string[]): readonly string[] {
  if (positionals.length === 0) {
    throw new UsageError(`${verb} takes at least one file, or - for standard input.`);
  }
  if (positionals.filter((file) => file === '-').length > 1) {
    throw new PageTraceError('bad-input', 'Standard input (-) is named twice, and can be read once.', {
      hint: 'Name it once.',
    });
  }
  return positionals;
}
