import { recordKeyOf } from '../../core/filter/fields.ts';
import type { FilterSubject } from '../../core/filter/model.ts';
import type { ProblemReason } from '../../core/records/problemReason.ts';
import type { Sample } from '../../core/records/sample.ts';
import type { SampleFacts } from '../../core/summary/sampleFacts.ts';

/** What a filter may ask about a sample beside the sample itself. */
interface Surroundings {
  readonly file: string;
  /** A statistic of its group, the group's name, or an advantage; null without a group. */
  readonly group: (field: string) => number | string | null;
}

/** A sample as filters ask about it. */
export function sampleSubject(
  sample: Sample,
  facts: SampleFacts,
  { file, group }: Surroundings,
): FilterSubject {
  return {
    number: (field) => {
      const key = recordKeyOf(field);
      if (key !== null) return numberOfRecord(sample, key);
      return field === 'step' ? facts.step : facts.fields.get(field);
    },
    text: (field) => {
      switch (field) {
        case 'question':
          return sample.question ?? sample.sentPrompt;
        case 'prompt':
          return sample.sentPrompt ?? sample.question;
        case 'response':
          return sample.response;
        case 'answer':
          return facts.answer;
        case 'reference':
          return sample.reference;
        case 'id':
          return sample.id;
        case 'finish':
          return sample.finishReason;
        case 'verdict':
          return facts.right === null ? null : facts.right ? 'right' : 'wrong';
        case 'file':
          return file;
        case 'problem':
          return null;
        default:
          return textOfRecord(sample.record, recordKeyOf(field) ?? field);
      }
    },
    tools: () => facts.tools,
    findings: () => facts.findings,
    claims: () => facts.claims ?? null,
    group,
  };
}

/** A record without a sample as filters ask about it. */
export function problemSubject(file: string, reason: ProblemReason): FilterSubject {
  return {
    number: () => null,
    text: (field) => (field === 'problem' ? reason : field === 'file' ? file : null),
    tools: () => [],
    findings: () => [],
    claims: () => null,
    group: () => null,
  };
}

/** A number of the record under its key, or of where its form has such numbers. As in Python, true is 1 and false is 0. */
function numberOfRecord({ record, columns }: Sample, key: string): number | null {
  const value: unknown =
    typeof record === 'object' && record !== null && Object.hasOwn(record, key)
      ? Reflect.get(record, key)
      : columns[key];
  if (typeof value === 'number') return value;
  return typeof value === 'boolean' ? Number(value) : null;
}

/** A text of the record under its key; `true` and `false` are texts too. */
function textOfRecord(record: unknown, key: string): string | null {
  if (typeof record !== 'object' || record === null || !Object.hasOwn(record, key)) return null;
  const value: unknown = Reflect.get(record, key);
  if (typeof value === 'string') return value;
  return typeof value === 'boolean' ? String(value) : null;
}
