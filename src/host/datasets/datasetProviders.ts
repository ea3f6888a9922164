import * as vscode from 'vscode';
import type { DocumentServices } from '../document/registerDocuments.ts';
import { DatasetEditing } from './datasetEditing.ts';
import { DATASET_FILES, isDatasetFile } from '../shared/datasetFiles.ts';
import { OpenDocumentProblems } from '../shared/openDocumentProblems.ts';
import { TYPING_RESTS, type Services } from '../shared/services.ts';

const DATASETS: vscode.DocumentSelector = { pattern: DATASET_FILES };

/** Characters after which VS Code requests completions. */
const COMPLETION_TRIGGERS = ['"', '{', '[', ':', ',', ' '];

/** Registers the providers of the editor for data sets: problems, completion and hovers. */
export function registerDatasetProviders(
  { files, language }: Pick<Services, 'files' | 'language'>,
  { library }: Pick<DocumentServices, 'library'>,
): vscode.Disposable {
  const editing = new DatasetEditing({
    files,
    language,
    library,
    recheck: () => {
      problems.readAll();
    },
  });
  const problems = new OpenDocumentProblems({
    name: 'pagetrace-datasets',
    debounce: TYPING_RESTS,
    concerns: ({ uri }) => isDatasetFile(uri),
    problems: (document) => editing.problems(document),
    forget: ({ uri }) => {
      language.forget(uri);
    },
  });
  return vscode.Disposable.from(
    editing,
    problems,
    vscode.languages.registerCompletionItemProvider(
      DATASETS,
      {
        provideCompletionItems: (document, position, token) => editing.completions(document, position, token),
      },
      ...COMPLETION_TRIGGERS,
    ),
    vscode.languages.registerHoverProvider(DATASETS, {
      provideHover: (document, position, token) => editing.hover(document, position, token),
    }),
  );
}
