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
import { SampleGrounder } from './groundSample.ts';
import type { GroundingValues } from './groundingOptions.ts';
import { readOcrOptions, showPages } from './textRecognition.ts';

/** Grounds samples as options say. */
export interface OpenGrounder {
  readonly samples: SampleGrounder;
  /** Ends its threads, and closes the documents. */
  readonly close: () => Promise<void>;
}

/**
 * Grounds samples on the documents that they or the options name. Nothing is started before the first sample.
 * @throws PageTraceError `bad-input` for options about text recognition that are wrong
 */
export function openGrounder(
  values: GroundingValues,
  dialect: DialectName | null,
  { terminal, environment }: Pick<VerbContext, 'terminal' | 'environment'>,
): OpenGrounder {
  refuseWithout({ ...values }, 'ocr', ['ocr-language', 'ocr-data'], { hint: 'Ask for text recognition' });
  const reader = values.ocr === true ? createReader(readOcrOptions(values, environment), environment) : null;
  const documents = createDocumentRoom(terminal);
  const password = values.password ?? environment['PAGETRACE_PASSWORD'];
  const grounder = new Grounder({
    worker: scriptFile('grounding-worker.js', 'src/grounding/worker/main.ts'),
    strings: {},
    locale: 'en',
    ...(reader === null ? {} : { recognizer: showPages(reader, terminal) }),
  });
  const samples = new SampleGrounder(
    grounder,
    new DocumentShelf((path, signal) =>
      documents.open(
        { kind: 'path', path },
        {
          ...(password === undefined ? {} : { password }),
          ...(signal === undefined ? {} : { signal }),
        },
      ),
    ),
    {
      documents: values.document ?? [],
      folders: values.documents ?? [],
      dialect,
      pages: values.pages,
      recognizeText: values.ocr === true,
    },
  );
  return {
    samples,
    close: async () => {
      await Promise.all([grounder.dispose(), documents.dispose()]);
    },
  };
}

/** Naming a language is the consent to fetch its data. */
function createReader(reading: PageReading, environment: NodeJS.ProcessEnv): PageReader {
  return createPageReader(reading, createLanguageData(reading, environment, publicFetch({})));
}
