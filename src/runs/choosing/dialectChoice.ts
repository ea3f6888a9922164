import type { Sample } from '../../core/records/sample.ts';
import { chooseDialect, detectDialect } from '../../core/trajectory/detect.ts';
import type { DialectName } from '../../core/trajectory/model.ts';
import { readInputs, WITHOUT_OPTIONS } from '../reading/inputs.ts';
import { voteByFile, type PlacedSample } from './fileVote.ts';

/**
 * Chooses the dialect of each sample: the one that it names, otherwise the one that the first records of its file
 * suggest.
 */
export class DialectChoice {
  readonly #byFile = new Map<string, DialectName>();

  /** Reads a portion of samples before their dialects are requested. */
  look(items: readonly PlacedSample[]): void {
    const suggestions = voteByFile(items, (file) => this.#byFile.has(file), suggestDialect);
    for (const [file, dialect] of suggestions) this.#byFile.set(file, dialect);
  }

  /** The dialect of a sample of a file. */
  of(file: string, { dialect, response }: Sample): DialectName {
    return dialect ?? this.#byFile.get(file) ?? detectDialect(response).dialect;
  }
}

/** The dialect that a sample names, or that its question or its text indicates; null if there is none. */
export function suggestDialect({ dialect, question, response }: Sample): DialectName | null {
  const chosen = chooseDialect(dialect, question, response);
  return chosen.confidence > 0 ? chosen.dialect : null;
}

/** The dialect that the first samples of a file suggest. */
export async function suggestFileDialect(file: string): Promise<DialectName> {
  const choice = new DialectChoice();
  for await (const items of readInputs([file], WITHOUT_OPTIONS)) {
    choice.look(items);
    const first = items.find((item) => 'sample' in item);
    if (first !== undefined) return choice.of(file, first.sample);
  }
  return 'think-answer';
}
