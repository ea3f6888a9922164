import { LossCounts } from '../../../core/records/writing/losses.ts';
import { HeldVerdicts } from '../../../core/records/heldVerdicts.ts';
import { judgedContent } from '../../../core/records/judgedContent.ts';
import type { Sample } from '../../../core/records/sample.ts';
import { PageTraceError } from '../../../core/errors.ts';
import { judgedSample } from '../../../judging/judgedSample.ts';
import type { Judge } from '../../../judging/model.ts';
import { expandInputs } from '../../../runs/reading/expandInputs.ts';
import type { InputItem } from '../../../runs/reading/inputs.ts';
import { readVerdicts } from '../../../runs/reading/verdicts.ts';
import { readArguments, refuseWithout, reportIdle } from '../../arguments/arguments.ts';
import { readInputOptions, requireFiles } from '../../arguments/inputOptions.ts';
import { readSamples } from '../../arguments/readSamples.ts';
import { JUDGE_USAGE } from '../../arguments/verbUsage.ts';
import { readFiles, requireApart, requireWritable } from '../../output/outputFile.ts';
import { writingSignal } from '../../output/writeSamples.ts';
import { Problems } from '../../terminal/problems.ts';
import { CLEAN, FINDINGS, UNUSABLE, type VerbContext } from '../../terminal/verb.ts';
import { openLines, openPackedLines } from '../convert/rowSinks.ts';
import { keptWriter } from '../convert/sampleWriters.ts';
import { RecordCounter } from '../runs/recordCounter.ts';
import { writeAgreement } from './agreement.ts';
import { AGREEING, ASKING, judgeOptions, readJudgeOptions } from './judgeOptions.ts';
import { JudgeReport } from './judgeReport.ts';
import { openJudge } from './openJudge.ts';
import { wholeText } from '../../output/numbers.ts';

/**
 * `pagetrace judge`: the samples of files with the verdicts of a model that judges, or how verdicts agree.
 * @throws PageTraceError for wrong arguments, a judge that cannot be used, and an output that cannot be written
 */
export async function judge(args: readonly string[], context: VerbContext): Promise<number> {
  const { values, positionals } = readArguments(args, judgeOptions);
  const { terminal, environment, stdin } = context;
  if (values.help === true) {
    terminal.out(JUDGE_USAGE);
    return CLEAN;
  }
  const named = requireFiles('judge', positionals);
  const { files, leftOut } = await expandInputs(named);
  const { verdicts, ...others } = values;
  const held =
    verdicts === undefined ? new HeldVerdicts() : await readVerdicts(verdicts, stdin, context.interrupted);
  const inputs = await readInputOptions(others, context);
  if (leftOut.length > 0) inputs.notice({ kind: 'left-out', leftOut });
  const alsoRead = [values.references, verdicts];
  if (values.agreement === true) {
    reportIdle(values, '--agreement', ASKING, terminal);
    return writeAgreement({ files, inputs, held, alsoRead }, values, context);
  }
  refuseWithout(values, 'agreement', AGREEING, { hint: 'Ask for the agreement' });
  refuseWithout(values, 'out', ['json'], { hint: 'Name a file' });
  const request = readJudgeOptions(values, environment, terminal);
  if (values.out !== undefined) {
    await requireWritable(values.out);
    await requireApart([values.out], readFiles([...named, ...files], alsoRead));
  }
  const signal = writingSignal(values.out, context);
  const opened = await openJudge(request, environment, terminal, signal);
  try {
    const { judging, model, prompt } = opened;
    const report = new JudgeReport(request, judging);
    const unreadable = new Problems(terminal);
    const counter = new RecordCounter();
    const sink =
      values.out?.endsWith('.gz') === true
        ? await openPackedLines(values.out)
        : await openLines(values.out, terminal, signal);
    const writer = keptWriter(sink, new LossCounts(), false);
    try {
      const judged = judging.judge(eachOf(readSamples(files, inputs)), (item) =>
        'problem' in item || (request.keeps && isJudged(item.sample, request.judge)) ? null : item.sample,
      );
      for await (const [item, judgement] of judged) {
        counter.add(item);
        if ('problem' in item) {
          unreadable.add(item.place, item.problem);
          continue;
        }
        const person = held.find(item.sample.id, () => judgedContent(item.sample));
        const sample = judgedSample(item.sample, judgement?.judged, person);
        report.add(sample, person);
        await writer.add({ ...item, sample, score: null, unjudged: false, user: null });
        await writer.flush();
        terminal.count(`Judged ${wholeText(report.samples)}`);
      }
      await writer.close();
    } catch (error) {
      await writer.abandon();
      if (error instanceof PageTraceError && request.cache !== null && judging.counts.asked > 0)
        terminal.say('The verdicts so far are kept: the same command goes on where it was.');
      throw error;
    }
    unreadable.end();
    for (const line of report.sentences()) terminal.say(line);
    if (values.json === true) terminal.out(`${JSON.stringify(report.json({ model, prompt }), null, 2)}\n`);
    if (counter.hasFaults) return UNUSABLE;
    return judging.counts.failed > 0 ? FINDINGS : CLEAN;
  } finally {
    await opened.close();
  }
}

async function* eachOf(portions: AsyncIterable<readonly InputItem[]>): AsyncGenerator<InputItem> {
  for await (const items of portions) yield* items;
}

/** Whether a sample has what a judge says. */
function isJudged({ verdict, columns }: Sample, { dialect }: Judge): boolean {
  return dialect === 'judge' ? verdict !== 'unknown' : columns['quality'] !== undefined;
}
