import type { DialectName } from '../../core/trajectory/model.ts';
import { Grounder } from '../../grounding/grounder.ts';
import { DocumentShelf } from '../../grounding/samples/documentShelf.ts';
import { publicFetch } from '../../inference/publicFetch.ts';
import { createLanguageData, createPageReader, type PageReading } from '../../ocr/createPageReader.ts';
import type { PageReader } from '../../ocr/pageReader.ts';
import { refuseWithout } from '../arguments/arguments.ts';
import { createDocumentRoom } from '../arguments/documents.ts';
import { scriptFile } from '../package/shippedFile.ts';
import type { VerbContext } from '../terminal/verb.ts';
import { SampleGrounder, type GroundSettings } from './groundSample.ts';
import type { GroundingValues } from './groundingOptions.ts';
import { readOcrOptions, showPages } from './textRecognition.ts';

/** Grounds samples as options say. */
export interface OpenGrounder {
  readonly samples: SampleGrounder;
  /** Grounders that work at the same time, the one of `samples` included. */
  readonly lanes: readonly SampleGrounder[];
  /** Ends its threads, and closes the documents. */
  readonly close: () => Promise<void>;
}

/**
 * Grounds samples on the documents that they or the options name. Nothing is started before the first sample.
 * @param threads how many samples may be grounded at the same time
 * @throws PageTraceError `bad-input` for options about text recognition that are wrong
 */
export function openGrounder(
  values: GroundingValues,
  dialect: DialectName | null,
  { terminal, environment, mayRead }: Pick<VerbContext, 'terminal' | 'environment' | 'mayRead'>,
  threads = 1,
): OpenGrounder {
  refuseWithout({ ...values }, 'ocr', ['ocr-language', 'ocr-data'], { hint: 'Ask for text recognition' });
  const reader = values.ocr === true ? createReader(readOcrOptions(values, environment), environment) : null;
  const documents = createDocumentRoom(terminal);
  const password = values.password ?? environment['PAGETRACE_PASSWORD'];
  const createGrounder = (): Grounder =>
    new Grounder({
      worker: scriptFile('grounding-worker.js', 'src/grounding/worker/main.ts'),
      strings: {},
      locale: 'en',
      ...(reader === null ? {} : { recognizer: showPages(reader, terminal) }),
    });
  const shelf = new DocumentShelf((path, signal) =>
    documents.open(
      { kind: 'path', path },
      {
        ...(password === undefined ? {} : { password }),
        ...(signal === undefined ? {} : { signal }),
      },
    ),
  );
  const settings: GroundSettings = {
    documents: values.document ?? [],
    folders: values.documents ?? [],
    dialect,
    pages: values.pages,
    recognizeText: values.ocr === true,
    ...(mayRead === undefined ? {} : { mayRead }),
  };
  // Threads for recognizing text are few, and shared.
  const first = createGrounder();
  const grounders = [first, ...Array.from({ length: reader === null ? threads - 1 : 0 }, createGrounder)];
  const samples = new SampleGrounder(first, shelf, settings);
  return {
    samples,
    lanes: [samples, ...grounders.slice(1).map((grounder) => new SampleGrounder(grounder, shelf, settings))],
    close: async () => {
      await Promise.all([...grounders.map((grounder) => grounder.dispose()), documents.dispose()]);
    },
  };
}

/** Naming a language is the consent to fetch its data. */
function createReader(reading: PageReading, environment: NodeJS.ProcessEnv): PageReader {
  return createPageReader(reading, createLanguageData(reading, environment, publicFetch({})));
}
