import { vscodeDiagnostic } from '../shared/editorValues.ts';
import { OpenDocumentProblems } from '../shared/openDocumentProblems.ts';

/** The ending of the names of composite reward files; the module that reads them is loaded when one is open. */
const ENDING = '.reward.json';

/**
 * Shows, in open files of composite rewards, problems that their JSON Schema cannot express, while they are edited: a
 * pattern that the engine cannot read, a key that is used twice, fields that contradict each other.
 * @param debounce milliseconds without typing before a file is read again
 */
export function compositeDiagnostics(debounce: number): OpenDocumentProblems {
  return new OpenDocumentProblems({
    name: 'pagetrace-reward',
    debounce,
    concerns: ({ uri }) => uri.path.endsWith(ENDING),
    problems: async (document) => {
      const { readComposite, SAID_BY_SCHEMA } = await import('../../core/rewards/composite/readComposite.ts');
      const { problems } = readComposite(document.getText(), document.uri.path);
      // The JSON language shows what the schema reports.
      const own = problems.filter(({ code }) => !SAID_BY_SCHEMA.has(code));
      return own.map((problem) => vscodeDiagnostic(document, { ...problem, severity: 'error' }));
    },
  });
}
