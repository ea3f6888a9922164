import { AnswerMemo } from '../../../core/metrics/answerMemo.ts';
import type { HeldVerdicts } from '../../../core/records/heldVerdicts.ts';
import { judgedContent } from '../../../core/records/judgedContent.ts';
import { ratersOf, ratingsOf, USUAL_F1 } from '../../../core/runMetrics/raters.ts';
import { VerdictAgreement } from '../../../core/runMetrics/verdictAgreement.ts';
import type { InputItem, InputOptions } from '../../../runs/reading/inputs.ts';
import type { JudgedContent } from '../../../core/records/verdictKey.ts';
import { numberOption, wordOption } from '../../arguments/arguments.ts';
import { readSamples } from '../../arguments/readSamples.ts';
import { UsageError } from '../../arguments/usageError.ts';
import { writeSamples } from '../../output/writeSamples.ts';
import { Problems } from '../../terminal/problems.ts';
import { CLEAN, UNUSABLE, type VerbContext } from '../../terminal/verb.ts';
import { RecordCounter } from '../runs/recordCounter.ts';
import { agreementText, type RatedSample } from './agreementText.ts';

/** What is compared. */
interface AgreementInputs {
  readonly files: readonly string[];
  readonly inputs: InputOptions;
  /** A person's verdicts. */
  readonly held: HeldVerdicts;
  readonly alsoRead: readonly (string | undefined)[];
}

interface AgreementValues {
  readonly f1?: string | undefined;
  readonly most?: string | undefined;
  readonly format?: string | undefined;
  readonly out?: string | undefined;
}

const MOST = 20;

/** Writes how the verdicts of a judge, of a person and of exact metrics agree. */
export async function writeAgreement(
  { files, inputs, held, alsoRead }: AgreementInputs,
  values: AgreementValues,
  context: VerbContext,
): Promise<number> {
  const f1 = readShares(values.f1);
  const most = numberOption('most', values.most, { least: 0, most: 1e6, whole: true }, MOST);
  const format = wordOption('format', values.format, ['table', 'json', 'markdown'], 'table');
  const agreement = new VerdictAgreement<RatedSample>(ratersOf(f1), most);
  const answers = new AnswerMemo();
  const unreadable = new Problems(context.terminal);
  const counter = new RecordCounter();
  const add = (item: InputItem): void => {
    counter.add(item);
    if ('problem' in item) {
      unreadable.add(item.place, item.problem);
      return;
    }
    const { place, sample } = item;
    const content = (): JudgedContent => judgedContent(sample);
    const ratings = ratingsOf(sample, held.find(sample.id, content), f1, answers);
    agreement.add(() => ({ place, id: sample.id, ...content() }), ratings);
  };
  await writeSamples(
    {
      files,
      alsoRead,
      portions: readSamples(files, inputs),
      out: values.out,
      done: 'Compared',
      head: '',
      portion: (items) => {
        items.forEach(add);
        return '';
      },
      tail: () => [agreementText(agreement, format)],
    },
    context,
  );
  unreadable.end();
  return counter.hasFaults ? UNUSABLE : CLEAN;
}

function readShares(text: string | undefined): readonly number[] {
  if (text === undefined) return USUAL_F1;
  const shares = text.split(',').map((each) => (each.trim() === '' ? Number.NaN : Number(each)));
  if (shares.every((share) => share > 0 && share <= 1)) return [...new Set(shares)];
  throw new UsageError(`--f1 must be numbers above 0 and up to 1, separated by commas, not "${text}".`);
}
