import type { Buffer } from 'node:buffer';
import { t } from '@vscode/l10n';
import { PageTraceError } from '../../core/errors.ts';
import { isJsonObject, valueAt, type JsonObject } from '../../core/records/fieldPath.ts';
import { plainText, promptText, referenceTexts } from '../../core/records/fieldValues.ts';
import type { HeldReference } from '../../core/records/readSample.ts';
import { openInput } from './bytes.ts';
import { inputKind } from './recognize.ts';
import { createRecordSource, type FoundRecord } from './recordSource.ts';

const IDS = ['qid', 'uid', 'id', 'question_id', 'custom_id', 'example_id'];
const ANSWERS = ['ground_truth', 'answer', 'answers', 'gt_answer', 'reference', 'references'];

/**
 * Reads a file of reference answers (EVisRAG's: `qid`, `answer`, `is_sufficient`), with one JSON record on each line or
 * a list of records, and returns a lookup by record id. The file is kept in memory.
 * @throws PageTraceError `bad-input` for a file that cannot be read, or that has a record without id or answer
 */
export async function readReferences(
  file: string,
  stdin: AsyncIterable<Buffer>,
  signal?: AbortSignal,
): Promise<(id: string) => HeldReference | null> {
  const held = new Map<string, HeldReference>();
  const { head, encoding, bytes } = await openInput(file, stdin, signal);
  const kind = inputKind(file, head, 'records') === 'values' ? 'values' : 'lines';
  const source = createRecordSource(kind, { encoding });
  const take = (found: readonly FoundRecord[]): void => {
    for (const each of found) {
      const reference = 'problem' in each ? each.problem : referenceOf(each.record);
      if (typeof reference !== 'string') {
        held.set(reference.id, reference.held);
        continue;
      }
      throw new PageTraceError('bad-input', `${file}:${each.line}: ${reference}`, {
        hint: t(
          'Every record of references needs an id ({0}) and an answer ({1}).',
          IDS.join(', '),
          ANSWERS.join(', '),
        ),
      });
    }
  };
  for await (const chunk of bytes) take(source.push(chunk));
  take(source.end());
  return (id) => held.get(id) ?? null;
}

function referenceOf(record: unknown): { readonly id: string; readonly held: HeldReference } | string {
  if (!isJsonObject(record)) return t('This is not a record with keys.');
  const id = plainText(IDS.map((key) => record[key]).find((value) => value !== undefined && value !== null));
  const answer = ANSWERS.map((key) => record[key]).find((value) => value !== undefined && value !== null);
  const sufficient = record['is_sufficient'];
  if (id === null) return t('This record has no id.');
  const question = questionOf(record);
  if (answer === undefined && question === null && sufficient !== false)
    return t('This record has no answer.');
  return {
    id,
    held: {
      question,
      references: answer === undefined ? [] : referenceTexts(answer),
      sufficient: typeof sufficient === 'boolean' ? sufficient : null,
    },
  };
}

/** The question of a record; of the input of a batch, what the person asked. */
function questionOf(record: JsonObject): string | null {
  const messages = valueAt(record, 'body.messages') ?? valueAt(record, 'body.input');
  const asked = Array.isArray(messages)
    ? messages.filter((message) => isJsonObject(message) && message['role'] === 'user')
    : (record['question'] ?? record['query'] ?? valueAt(record, 'body.prompt') ?? messages);
  return promptText(asked);
}
