import fs from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';
import { root } from '../../../scripts/lib/paths.mjs';

const SOURCES = path.join(root, 'src');

/** Functions that create, change or remove a file. */
const WRITERS =
  /^(writeFile|appendFile|createWriteStream|rename|copyFile|copy|cp|truncate|symlink|link|chmod|lchmod|chown|utimes|mkdtemp|mkdir|createDirectory|rm|rmdir|unlink|delete|applyEdit)(Sync)?$/;
/** Functions that read a file, or open it for reading or writing. */
const READERS =
  /^(open|openAsBlob|readFile|createReadStream|opendir|readdir|readDirectory|glob|watch|watchFile|openTextDocument|showTextDocument|findFiles|createFileSystemWatcher)(Sync)?$/;

/** What is named like one of these functions in another sense. */
const OWNERS = /^(fs|promises|workspace|window)$/;

/**
 * The calls of a file that access files: `fs.open`, `fs.promises.open`, `promisify(fs.open)`, `vscode.workspace.fs.open`,
 * and a function that is imported from node:fs by its name.
 */
function accesses(source: string, names: RegExp): readonly string[] {
  const parsed = ts.createSourceFile('a.ts', source, ts.ScriptTarget.Latest, true);
  const found = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (ts.isPropertyAccessExpression(node) && names.test(node.name.text)) {
      const owner = ts.isPropertyAccessExpression(node.expression)
        ? node.expression.name.text
        : node.expression.getText();
      if (OWNERS.test(owner)) found.add(node.name.text);
    }
    if (
      ts.isImportDeclaration(node) &&
      ts.isStringLiteral(node.moduleSpecifier) &&
      /^(?:node:)?fs(?:\/promises)?$/.test(node.moduleSpecifier.text)
    ) {
      const bindings = node.importClause?.namedBindings;
      const isDefault = node.importClause?.name === undefined || node.importClause.name.text === 'fs';
      if (!isDefault || (bindings !== undefined && ts.isNamespaceImport(bindings)))
        found.add(`import ${node.importClause?.getText() ?? ''}`);
      if (bindings !== undefined && ts.isNamedImports(bindings))
        for (const { name, propertyName } of bindings.elements)
          if (names.test((propertyName ?? name).text)) found.add((propertyName ?? name).text);
    }
    ts.forEachChild(node, visit);
  };
  visit(parsed);
  return [...found].sort();
}

/** Whether a source may call such functions at all: parsing the others would take long. */
const MAY_ACCESS = /node:fs|\b(?:fs|workspace|window)\b/;

const SOURCE_FILES: readonly (readonly [file: string, source: string])[] = fs
  .globSync('**/*.ts', { cwd: SOURCES })
  .map((file) => file.replaceAll(path.sep, '/'))
  .sort()
  .map((file) => [file, fs.readFileSync(path.join(SOURCES, file), 'utf8')] as const)
  .filter(([, source]) => MAY_ACCESS.test(source));

const accessesOf = (names: RegExp): readonly string[] =>
  SOURCE_FILES.flatMap(([file, source]) => accesses(source, names).map((name) => `${file} ${name}`));

/**
 * All functions that create, change or remove files, with the reason why each need not be `replaceFile`. What is written
 * for a person goes through `replaceFile` or `openReplacement`, which follow no link and leave no part of a file.
 */
const WRITES: Readonly<Record<string, string>> = {
  'asking/recentStore.ts mkdir': 'folders of the extension’s storage',
  'asking/recentStore.ts rename': 'folders of the extension’s storage',
  'asking/recentStore.ts rm': 'folders of the extension’s storage',
  'asking/recentStore.ts utimes': 'folders of the extension’s storage',
  'asking/recentWriter.ts mkdir': 'a folder of the extension’s storage',
  'asking/recentWriter.ts utimes': 'a record of the extension’s storage',
  'cli/output/outputStream.ts createWriteStream': 'a pipe or a device that --out names',
  'cli/verbs/ask/stepThrough.ts mkdtemp': 'a temporary folder for the text that a person edits',
  'cli/verbs/ask/stepThrough.ts rm': 'the same folder',
  'cli/verbs/ask/stepThrough.ts writeFile': 'a file in the same folder',
  'cli/verbs/convert/trajectoryFolder.ts mkdir':
    'a new folder with a temporary name, and folders of steps in it',
  'cli/verbs/convert/trajectoryFolder.ts rename': 'that folder and its files, to what --out names',
  'cli/verbs/convert/trajectoryFolder.ts rm': 'that folder',
  'cli/verbs/convert/trajectoryFolder.ts rmdir': 'an empty folder that --out names',
  'cli/verbs/convert/trajectoryFolder.ts writeFile': 'new files in that folder, created exclusively',
  'cli/verbs/exportTraining/trainingFolder.ts mkdir':
    'a new folder with a temporary name, and one for images in it',
  'cli/verbs/exportTraining/trainingFolder.ts rename': 'that folder, to what --out names',
  'cli/verbs/exportTraining/trainingFolder.ts rm': 'that folder',
  'cli/verbs/exportTraining/trainingFolder.ts rmdir': 'an empty folder that --out names',
  'cli/verbs/exportTraining/trainingFolder.ts writeFile': 'new files in that folder, created exclusively',
  'cli/verbs/runs/keptRows.ts mkdtempSync': 'a private folder for the rows that --rows names',
  'cli/verbs/runs/keptRows.ts rmSync': 'that folder',
  'cli/verbs/runs/keptRows.ts writeFileSync': 'a new file in that folder',
  'documents/cacheFolder.ts rm': 'files of a folder for caches with names that only it has',
  'documents/makeFolder.ts mkdir': 'a folder that a person names, for caches, or of the extension’s storage',
  'documents/replaceFile.ts appendFile': 'no link is followed; only for the extension’s storage',
  'documents/replaceFile.ts rename': 'a file that was created exclusively',
  'documents/replaceFile.ts rm': 'a file that was created exclusively',
  'evaluation/batch/batchFolder.ts rm':
    'in the folder of a batch: what an export that was stopped left unfinished',
  'evaluation/lockFile.ts rm': 'that file, by the process that created it or after that has ended',
  'evaluation/lockFile.ts writeFile': 'a new file beside a run, created exclusively',
  'evaluation/rowFile.ts rmSync': 'a temporary file that it created exclusively, which stays open',
  'host/evaluation/evaluation.ts createDirectory': 'the folder of a run beside the data set of the person',
  'host/evaluation/evaluation.ts mkdtemp': 'a folder for temporary files',
  'host/evaluation/evaluation.ts rm': 'that folder',
  'host/evaluation/evaluation.ts writeFile': 'a file in that folder',
  'host/inspector/personVerdicts.ts appendFile': 'a file of the extension’s storage',
  'host/inspector/personVerdicts.ts mkdir': 'a folder of the extension’s storage',
  'host/inspector/targetFile.ts applyEdit': 'a data set or a prompt that the person chose, and saves',
  'host/runs/writeToolbox.ts applyEdit': 'an open document, which the person saves',
  'host/shared/files.ts createDirectory': 'the folder of a file that the person saves',
  'host/shared/files.ts delete': 'a file with a temporary name on a file system of another extension',
  'host/shared/files.ts rename': 'a file with a temporary name on a file system of another extension',
  'host/shared/files.ts writeFile': 'a file with a temporary name on a file system of another extension',
  'host/start/installCommand.ts chmod': 'a file of the extension’s storage',
  'host/start/installCommand.ts mkdir': 'a folder of the extension’s storage',
  'host/start/openSample.ts mkdir': 'a folder of the extension’s storage',
  'host/trajectories/chooseDialect.ts applyEdit': 'an open document, which the person saves',
  'host/trajectories/fileSource.ts applyEdit': 'an open document, which the person saves',
  'judging/verdictCache.ts appendFile': 'files with names that only it has, in a folder for caches',
  'judging/verdictCache.ts mkdir': 'a folder for caches',
  'runs/packed/unpackedFolder.ts rm':
    'folders and files of the extension’s storage with names that only unpacked texts have',
  'runs/packed/unpackedText.ts mkdir': 'a folder of the extension’s storage',
  'runs/packed/unpackedText.ts rename': 'a file that was created exclusively',
  'runs/packed/unpackedText.ts rm': 'files that it created, in a folder of its own',
  'runs/packed/unpackedText.ts utimes': 'a file that it created',
  'runs/packed/unpackedText.ts writeFile': 'new files of the extension’s storage, created exclusively',
  'runs/worker/blockFiles.ts mkdir': 'a folder of the extension’s storage',
  'runs/worker/blockFiles.ts rename': 'a file that was created exclusively',
  'runs/worker/blockFiles.ts rm': 'a file that was created exclusively',
  'runs/worker/blockFiles.ts writeFile': 'a new file of the extension’s storage, created exclusively',
  'runs/worker/cacheFolder.ts rm': 'folders of the extension’s storage with names that only scores have',
  'runs/worker/cacheFolder.ts utimes': 'folders of the extension’s storage',
  'runs/worker/claimLog.ts appendFile': 'a file of the extension’s storage, whose name is random',
  'runs/worker/claimLog.ts mkdir': 'a folder of the extension’s storage',
};

/** VS Code has its own limits for what it opens as text. */
const BY_EDITOR = 'what the editor opens, with its limits';

/** All functions that read files or folders, with what bounds each. */
const READS: Readonly<Record<string, string>> = {
  'asking/recentStore.ts readFile': 'files of the extension’s storage',
  'asking/recentStore.ts readdir': 'folders of the extension’s storage',
  'asking/recentWriter.ts readdir': 'a folder of the extension’s storage',
  'cli/output/outputStream.ts open': 'a pipe or a device that --out names; without waiting',
  'cli/package/version.ts readFile': 'a file of the package',
  'cli/verbs/ask/stepThrough.ts readFile': 'a file in a temporary folder that a person edits',
  'cli/verbs/batch/importBatch.ts readdir': 'the names in a folder of outputs that is named',
  'cli/verbs/convert/trajectoryFolder.ts readdir': 'the folder that --out names',
  'cli/verbs/exportTraining/trainingFolder.ts open':
    'new files in a folder with a temporary name, created exclusively',
  'cli/verbs/exportTraining/trainingFolder.ts readdir': 'the folder that --out names',
  'cli/verbs/lint/lintFile.ts readFileSync': 'a prompt that was read before, with a limit',
  'cli/verbs/lint/promptFiles.ts readdir':
    'folders that the person names; no links, packages or hidden folders',
  'cli/verbs/lint/sarif.ts readFile': 'a file of the package',
  'cli/verbs/mcp/workspace.ts opendir':
    'folders that an assistant names, each once, with a limit of entries; no hidden folders or packages',
  'cli/verbs/runs/keptRows.ts createReadStream': 'the rows that it wrote itself, line by line',
  'cli/verbs/runs/keptRows.ts openSync': 'a new file in its own private folder',
  'documents/cacheFolder.ts readdir': 'a folder of its own, whose files it limits',
  'documents/findDocument.ts readdir': 'folders that the person chose, with a limit of levels and files',
  'documents/folderEntries.ts opendir': 'a limited number of entries',
  'documents/folderEntries.ts opendirSync': 'a limited number of entries',
  'documents/regularFile.ts open': 'regular files only, checked again once open; the caller gives the limit',
  'documents/replaceFile.ts open': 'a new file, created exclusively',
  'documents/wasmFiles.ts readFileSync': 'a file of the package',
  'documents/worker/files/byteSource.ts openSync': 'regular files only, checked again once open',
  'documents/worker/fonts/fontFile.ts openSync': 'fonts of the system',
  'documents/worker/fonts/fontFolders.ts readdirSync': 'folders of the system’s fonts',
  'documents/worker/pdf/systemFonts.ts openSync': 'fonts of the system',
  'evaluation/batch/batchFolder.ts readdir': 'the names in the folder of a batch',
  'evaluation/batch/outputIndex.ts open': 'outputs of a batch that are named: one line at a time',
  'evaluation/dataset/findDataset.ts readdir': 'the names in the folder of a data set',
  'evaluation/lockFile.ts readFile': 'a file beside a run that an evaluation writes',
  'evaluation/rowFile.ts openSync': 'a new temporary file, created exclusively; only blocks are in memory',
  'evaluation/runFile.ts open': 'a run of our own that goes on: its last line; it is then appended to',
  'host/asking/draftChoices.ts findFiles': 'a limited number of names',
  'host/datasets/datasetEditing.ts createFileSystemWatcher': 'names of documents in the workspace',
  'host/datasets/datasetEditing.ts findFiles': 'a limited number of names',
  'host/document/documentFile.ts readFile':
    'file systems of other extensions, with a limit; others by openRegularFile',
  'host/document/probeFile.ts createFileSystemWatcher': 'one folder, not what is below it',
  'host/document/readBytes.ts readFile': 'file systems of other extensions, with a limit; after permission',
  'host/evaluation/createTests.ts createFileSystemWatcher': 'names of data sets in the workspace',
  'host/evaluation/datasets.ts findFiles': 'a limited number of names',
  'host/evaluation/keptRuns.ts readDirectory': 'names of files beside a data set',
  'host/evaluation/registerEvaluation.ts createFileSystemWatcher': 'names of data sets in the workspace',
  'host/evaluation/registerEvaluation.ts findFiles': 'one name',
  'host/inspector/exportTrajectory.ts showTextDocument': BY_EDITOR,
  'host/inspector/inspectedCommands.ts openTextDocument': BY_EDITOR,
  'host/inspector/inspectedCommands.ts showTextDocument': BY_EDITOR,
  'host/inspector/reuseTrajectory.ts openTextDocument': 'a prompt that the person chose',
  'host/inspector/reuseTrajectory.ts showTextDocument': BY_EDITOR,
  'host/inspector/targetFile.ts findFiles': 'a limited number of names',
  'host/inspector/targetFile.ts openTextDocument': 'a data set that the person chose',
  'host/inspector/targetFile.ts showTextDocument': BY_EDITOR,
  'host/inspector/trajectoryText.ts showTextDocument': BY_EDITOR,
  'host/prompts/promptCommands.ts openTextDocument': BY_EDITOR,
  'host/prompts/promptCommands.ts showTextDocument': BY_EDITOR,
  'host/prompts/promptFrontMatter.ts readFile': 'a file of the package',
  'host/prompts/promptLint.ts createFileSystemWatcher': 'names of map files in the workspace',
  'host/prompts/promptPreviewSource.ts showTextDocument': BY_EDITOR,
  'host/prompts/prompts.ts readFile': 'file systems of other extensions; after permission',
  'host/prompts/prompts.ts showTextDocument': 'what was read before, with permission',
  'host/prompts/registerPrompts.ts openTextDocument': BY_EDITOR,
  'host/recent/compareCommands.ts findFiles': 'a limited number of names',
  'host/rewards/compositeFiles.ts createFileSystemWatcher': 'names of JSON files in the workspace',
  'host/rewards/shownReward.ts openTextDocument': 'what was read before, with permission',
  'host/rewards/shownReward.ts showTextDocument': 'what was read before, with permission',
  'host/rewards/workspaceComposites.ts findFiles': 'a limited number of names; read with permission',
  'host/runs/exportForTraining.ts showTextDocument': BY_EDITOR,
  'host/runs/openSweepRun.ts findFiles': 'a limited number of names',
  'host/runs/showRow.ts showTextDocument': BY_EDITOR,
  'host/runs/writeToolbox.ts openTextDocument': 'a prompt that the person chose',
  'host/runs/writeToolbox.ts showTextDocument': 'a prompt that was written, or that the person chose',
  'host/shared/namedPath.ts readFile': 'file systems of other extensions, with a limit; after permission',
  'host/start/openSample.ts findFiles': 'one name',
  'host/start/openSample.ts readFile': 'a file of the package',
  'host/trajectories/languageCommands.ts openTextDocument': BY_EDITOR,
  'host/trajectories/languageCommands.ts showTextDocument': BY_EDITOR,
  'host/trajectories/providers.ts openTextDocument': 'a prompt that was read before, with permission',
  'host/trajectories/registerTrajectories.ts openTextDocument': BY_EDITOR,
  'judging/verdictCache.ts readFile': 'a file of a folder for caches, over which verdicts are spread',
  'ocr/engine.ts readFile': 'a file of the package',
  'runs/packed/unpackedFolder.ts readdir': 'folders of the extension’s storage',
  'runs/packed/unpackedText.ts open':
    'a file of the extension’s storage, created exclusively or read in parts',
  'runs/packed/unpackedText.ts readFile': 'a file of the extension’s storage that has one number',
  'runs/reading/bytes.ts open': 'a part of given length of a file that was read before',
  'runs/reading/expandInputs.ts readdir': 'folders that the person names as a run, each once, with a limit',
  'runs/reading/keptVerdicts.ts readFile': 'a file of the extension’s storage, at most 64 MiB',
  'runs/reading/readable.ts createReadStream': 'in parts, with a limit of each record or of the whole',
  'runs/reading/readable.ts open': 'pipes and devices that the person names; ends with a signal',
  'runs/worker/blockFiles.ts readFile': 'files of the extension’s storage, with a limit',
  'runs/worker/cacheFolder.ts readdir': 'folders of the extension’s storage',
  'runs/worker/claimLog.ts readFile': 'files of the extension’s storage, with a limit',
  'runs/worker/claimLog.ts readdir': 'folders of the extension’s storage',
  'runs/worker/sourceFile.ts open': 'regular files only, checked once open; parts with a limit are read',
  'userRewards/trainerConfig.ts open': 'regular files only, checked again once open, with a limit',
};

it('files are written in one way only, and every exception has a reason', () => {
  expect(accessesOf(WRITERS)).toEqual(Object.keys(WRITES));
});

it('every place that reads a file or a folder is known, with what bounds it', () => {
  expect(accessesOf(READERS)).toEqual(Object.keys(READS));
});

it.each([
  ["import fs from 'node:fs/promises'; await fs.writeFile(file, text);", ['writeFile']],
  ["import { writeFile as save } from 'node:fs/promises'; await save(file, text);", ['writeFile']],
  ["import * as files from 'fs'; files.writeFileSync(file, text);", ['import * as files']],
  ["import disk from 'node:fs'; disk.writeFileSync(file, text);", ['import disk']],
  ['await fs.promises.rename(from, to);', ['rename']],
  ['await vscode.workspace.fs.copy(from, to);', ['copy']],
  ['const write = promisify(fs.writeFile);', ['writeFile']],
  ['known.delete(key);', []],
])('finds what writes in %s', (source, found) => {
  expect(accesses(source, WRITERS)).toEqual(found);
});
