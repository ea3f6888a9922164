import { parseFilter } from '../../core/filter/parseFilter.ts';
import type { FilterAtom, FilterSubject } from '../../core/filter/model.ts';
import { testAtom } from '../../core/filter/testAtom.ts';
import { answerOfResponse } from '../../core/metrics/answerMetrics.ts';
import type { Sample } from '../../core/records/sample.ts';
import { problemSubject, sampleSubject } from '../scoring/filterSubjects.ts';
import { fieldsOf, isRight } from '../scoring/sampleFacts.ts';
import type { BlockReader } from './blockReader.ts';
import type { SearchTask, SearchedBlock } from './scoringCalls.ts';

/** Evaluates the atoms of a filter that read texts, for the rows of a task. */
export async function searchBlock(reader: BlockReader, task: SearchTask): Promise<SearchedBlock> {
  const parsed = parseFilter(task.filter);
  const atoms = parsed.ok ? parsed.filter.atoms : [];
  const texts = atoms.flatMap((atom, index) => (atom.scope === 'text' ? [{ atom, index }] : []));
  const count = task.starts.length;
  const found = new Map(texts.map(({ index }) => [index, new Uint8Array(count)]));
  let position = 0;
  for await (const each of reader.read(task)) {
    const subject =
      'problem' in each ? problemSubject(task.file, each.reason) : subjectOf(each.sample, task.file);
    for (const { atom, index } of texts) setWhere(found.get(index), position, atom, subject);
    position += 1;
  }
  return { found };
}

function setWhere(
  holds: Uint8Array | undefined,
  position: number,
  atom: FilterAtom,
  subject: FilterSubject,
): void {
  if (holds !== undefined && testAtom(atom, subject)) holds[position] = 1;
}

/** A sample with its texts and the numbers of its record. */
function subjectOf(sample: Sample, file: string): FilterSubject {
  const { response, step } = sample;
  return sampleSubject(
    sample,
    {
      step,
      group: null,
      right: isRight(sample),
      fields: fieldsOf(sample, null),
      tools: [],
      findings: [],
      answer: response.includes('<answer>') ? answerOfResponse(response) : null,
      finishReason: sample.finishReason,
    },
    { file, group: () => null },
  );
}
