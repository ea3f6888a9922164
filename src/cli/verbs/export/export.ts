import { PageTraceError } from '../../../core/errors.ts';
import { DIALECT_NAMES } from '../../../core/trajectory/dialects/names.ts';
import { trajectoryHtml } from '../../../reports/html/trajectoryHtml.ts';
import { drawReportPages, pagesToShow } from '../../../reports/html/pages.ts';
import { trajectoryMarkdown } from '../../../reports/trajectoryMarkdown.ts';
import type { ExportOptions } from '../../../reports/trajectoryReport.ts';
import type { InputItem } from '../../../runs/reading/inputs.ts';
import { numberOption, readArguments, reportIdle, wordOption } from '../../arguments/arguments.ts';
import { inputOptions, readInputOptions, requireFiles } from '../../arguments/inputOptions.ts';
import { loadProfile, profileChoice } from '../../arguments/profileOption.ts';
import { readSamples } from '../../arguments/readSamples.ts';
import { UsageError } from '../../arguments/usageError.ts';
import { EXPORT_USAGE } from '../../arguments/verbUsage.ts';
import { groundForReport, shownGrounding } from '../../grounding/groundForReport.ts';
import { groundingOptions } from '../../grounding/groundingOptions.ts';
import type { ReadSample } from '../../grounding/groundSample.ts';
import { openGrounder } from '../../grounding/openGrounder.ts';
import { writeSamples, writingSignal } from '../../output/writeSamples.ts';
import { placeName } from '../../terminal/problems.ts';
import { CLEAN, type VerbContext } from '../../terminal/verb.ts';
import { exportedState } from './exportedState.ts';

const options = {
  ...inputOptions,
  ...groundingOptions,
  dialect: { type: 'string' },
  profile: { type: 'string' },
  format: { type: 'string' },
  sample: { type: 'string' },
} as const;

/**
 * `pagetrace export`: a trajectory as an HTML file with its pages, or as Markdown.
 * @throws PageTraceError for wrong arguments, a sample that cannot be read, and an output that cannot be written
 */
export async function exportTrajectory(args: readonly string[], context: VerbContext): Promise<number> {
  const { values, positionals } = readArguments(args, options);
  const { terminal } = context;
  if (values.help === true) {
    terminal.out(EXPORT_USAGE);
    return CLEAN;
  }
  const files = requireFiles('export', positionals);
  reportIdle(values, 'export', ['references', 'verdicts'], terminal);
  const dialect = wordOption('dialect', values.dialect, DIALECT_NAMES, null);
  const format = wordOption('format', values.format, ['html', 'markdown'], 'html');
  const number = numberOption('sample', values.sample, { least: 1, most: 1_000_000_000, whole: true }, null);
  const fixed = values.profile === undefined ? null : await loadProfile(values.profile);
  const signal = writingSignal(values.out, context);
  const { samples, close } = openGrounder(values, dialect, context);
  const write = async (): Promise<string> => {
    const item = await onlySample(readSamples(files, await readInputOptions(values, context)), number);
    const choice = profileChoice(fixed, context);
    await choice.look([item]);
    const fault = choice.faultOf(item.place.file);
    if (fault !== null) throw new PageTraceError('reward-unusable', fault);
    const grounded = await groundForReport(item, samples, signal, 'export');
    for (const notice of 'fault' in grounded ? [grounded.fault] : grounded.notices)
      terminal.say(`${placeName(item.place)}: ${notice}`);
    const report: Omit<ExportOptions, 'images'> = {
      state: exportedState(
        item,
        await samples.documentsOf(item),
        'fault' in grounded ? null : grounded,
        dialect,
      ),
      prompt: item.info?.prompt ?? null,
      composite: choice.of(item.place.file, item.sample),
      samples: [0],
      groundings: [shownGrounding(grounded)],
    };
    if (format === 'markdown') return trajectoryMarkdown({ ...report, images: [] });
    const pages =
      'fault' in grounded
        ? { pages: [], notices: [] }
        : await drawReportPages(pagesToShow(grounded.images, [grounded.grounding]), {
            draw: (page) => samples.drawPage(item, page, signal),
            progress: (page, count) => {
              terminal.count(`Page ${page} of ${count}`);
            },
          });
    for (const notice of pages.notices) terminal.say(`${placeName(item.place)}: ${notice}`);
    return trajectoryHtml({ ...report, ...pages });
  };
  try {
    await writeSamples(
      {
        files,
        alsoRead: [...(values.document ?? []), values.references, values.verdicts],
        portions: once(write),
        out: values.out,
        done: 'Exported',
        head: '',
        portion: (texts) => texts.join(''),
        tail: () => [],
      },
      context,
    );
  } finally {
    await close();
  }
  return CLEAN;
}

async function* once<T>(make: () => Promise<T>): AsyncGenerator<readonly T[]> {
  yield [await make()];
}

/**
 * The sample that is exported.
 * @param number its position among all samples, from 1; null if there must be only one
 * @throws PageTraceError `bad-input` if there is no such sample, or several; what is wrong with it
 */
async function onlySample(
  portions: AsyncIterable<readonly InputItem[]>,
  number: number | null,
): Promise<ReadSample> {
  let count = 0;
  let chosen: InputItem | null = null;
  for await (const items of portions) {
    for (const item of items) {
      count += 1;
      if (count === (number ?? 1)) chosen = item;
    }
    if (number === null ? count > 1 : chosen !== null) break;
  }
  if (number === null && count > 1) {
    throw new UsageError('There is more than one sample, and one is exported at a time.', {
      hint: 'Name it by its position with --sample, from 1.',
    });
  }
  if (chosen === null) {
    throw new PageTraceError(
      'bad-input',
      count === 0
        ? 'There is no sample in the input.'
        : `There is no sample ${number ?? 1}; there are ${count}.`,
    );
  }
  if ('problem' in chosen)
    throw new PageTraceError('bad-input', `${placeName(chosen.place)}: ${chosen.problem}`);
  return chosen;
}
