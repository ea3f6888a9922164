import path from 'node:path';
import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { PageTraceError } from '../../core/errors.ts';
import type { RecordedResponse, TrajectoryInfo } from '../../core/records/model.ts';
import { locateFrontMatter } from '../../core/records/frontMatter.ts';
import { responseIn, type TrajectoryFile } from '../../core/records/trajectoryFile.ts';
import type { Verdict } from '../../core/rewards/model.ts';
import { responseDialect, type ResponseDialect } from '../inspector/responseDialect.ts';
import { recordedFacts } from '../inspector/recordedFacts.ts';
import type { TrajectorySourceDeps } from '../inspector/sourceDeps.ts';
import type { InfoChange } from '../inspector/sourceFacts.ts';
import { TrajectorySource } from '../inspector/trajectorySource.ts';
import type { ReadFrontMatter } from '../shared/languageThread.ts';
import { readTrajectory, unreadTrajectory, updateTrajectory } from '../shared/trajectoryReader.ts';
import { fileIdentity } from './fileIdentity.ts';
import { applyEdits, editsOf } from './responseEdits.ts';

export interface FileSourceDeps extends TrajectorySourceDeps {
  readonly readFrontMatter: ReadFrontMatter;
}

/** How often a change of the front matter is tried. */
const MOST_ATTEMPTS = 5;

/** The source of an inspector that shows a trajectory file: it follows every keystroke and selection. */
export class FileSource extends TrajectorySource {
  readonly sampleCount = 1;
  readonly askedAt = null;
  readonly #listening: vscode.Disposable;
  readonly #readFrontMatter: ReadFrontMatter;
  #document: vscode.TextDocument;
  #file: TrajectoryFile;
  #dialect: ResponseDialect;
  /** The file that is being read elsewhere, because its front matter is long. */
  #reading: Promise<TrajectoryFile> | null = null;
  /** The last selection that the inspector made; its event must not be sent back to the inspector. */
  #selected: vscode.Selection | null = null;

  constructor(document: vscode.TextDocument, deps: FileSourceDeps) {
    const { uri } = document;
    const read = readTrajectory(document.getText(), deps.readFrontMatter);
    const file = read instanceof Promise ? unreadTrajectory(document.getText()) : read;
    const subject = file.info.question ?? path.posix.basename(uri.path);
    super({ identity: fileIdentity(uri), uri, isFile: true, subject }, deps);
    this.#readFrontMatter = deps.readFrontMatter;
    this.#document = document;
    this.#file = file;
    this.#dialect = fileDialect(file);
    if (read instanceof Promise) this.#awaitFile(read);
    this.#listening = vscode.Disposable.from(
      vscode.workspace.onDidChangeTextDocument((event) => {
        if (event.document === this.#document && event.contentChanges.length > 0)
          this.#follow(event.contentChanges);
      }),
      vscode.workspace.onDidOpenTextDocument((opened) => {
        // When a closed file is opened again, its document is a different object.
        if (opened !== this.#document && opened.uri.toString() === uri.toString()) {
          this.#document = opened;
          this.#readAgain();
        }
      }),
      vscode.window.onDidChangeTextEditorSelection((event) => {
        if (event.textEditor.document === this.#document) this.#reveal(event.selections[0]);
      }),
    );
    void this.compareDocuments();
  }

  /** Where the response begins in the file. */
  get bodyStart(): number {
    return this.#file.bodyStart;
  }

  sample(index: number): RecordedResponse | null {
    const { info, response } = this.#file;
    return index === 0 ? { info, response } : null;
  }

  setVerdict(_sample: number, verdict: Verdict): Promise<void> {
    return this.#writeInfo({ verdict });
  }

  override dispose(): void {
    this.#listening.dispose();
    super.dispose();
  }

  protected info(): TrajectoryInfo {
    return this.#file.info;
  }

  protected setInfo(change: InfoChange): Promise<void> {
    return this.#writeInfo(change);
  }

  protected dialect(): ResponseDialect {
    return this.#dialect;
  }

  protected facts(): ReturnType<TrajectorySource['facts']> {
    return [recordedFacts(this.#file.info)];
  }

  protected override requestFacts(): ReturnType<TrajectorySource['requestFacts']> {
    return { notices: this.#file.problems.map(({ message }) => message) };
  }

  protected override missingImage(image: number): PageTraceError {
    return new PageTraceError(
      'bad-input',
      t('The front matter does not say which page image {0} is.', image),
      {
        hint: t('Add it under images: with image, document and page.'),
      },
    );
  }

  protected override select({ span }: Parameters<TrajectorySource['select']>[0]): void {
    const editor = vscode.window.visibleTextEditors.find(({ document }) => document === this.#document);
    if (!editor) return;
    const range = new vscode.Range(
      this.#document.positionAt(this.#file.bodyStart + span.start),
      this.#document.positionAt(this.#file.bodyStart + span.end),
    );
    const selection = new vscode.Selection(range.start, range.end);
    // Setting the current selection again fires no event that would have to be ignored.
    if (!editor.selection.isEqual(selection)) {
      this.#selected = selection;
      editor.selection = selection;
    }
    editor.revealRange(range, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
  }

  #follow(changes: readonly vscode.TextDocumentContentChangeEvent[]): void {
    const wasScored = this.forgetUserRewards();
    if (this.#reading !== null) {
      this.#readAgain();
      return;
    }
    const file = this.#file;
    const text = this.#document.getText();
    // Edits inside the response do not change the front matter, so it need not be parsed again.
    const inResponse = file.bodyStart > 0 || !/^\uFEFF?---/.test(text);
    const edits = inResponse ? editsOf(changes, file) : null;
    const response = responseIn(text, file.bodyStart);
    // The line break at the end of the file is not part of the response, so an edit of it does not change the response.
    if (edits !== null && applyEdits(file.response, edits) === response) {
      this.#file = { ...file, response };
      for (const edit of edits) this.send({ type: 'replace', sample: 0, ...edit });
      const before = this.#dialect;
      this.#dialect = fileDialect(this.#file);
      if (
        wasScored ||
        this.#dialect.dialect !== before.dialect ||
        this.#dialect.dialectConfidence !== before.dialectConfidence
      )
        this.sendUpdate();
      return;
    }
    this.#readAgain();
  }

  #readAgain(): void {
    const read = readTrajectory(this.#document.getText(), this.#readFrontMatter);
    if (read instanceof Promise) this.#awaitFile(read);
    else this.#show(read);
  }

  #awaitFile(reading: Promise<TrajectoryFile>): void {
    this.#reading = reading;
    void reading.then((file) => {
      // The file may have changed in the meantime.
      if (this.#reading === reading) this.#show(file);
    });
  }

  #show(file: TrajectoryFile): void {
    this.#reading = null;
    this.#file = file;
    this.#dialect = fileDialect(file);
    this.send({ type: 'state', state: this.state() });
    void this.compareDocuments();
  }

  #reveal(selection: vscode.Selection | undefined): void {
    if (!selection) return;
    const own = this.#selected?.isEqual(selection) ?? false;
    this.#selected = null;
    if (own) return;
    const start = this.#document.offsetAt(selection.start) - this.#file.bodyStart;
    const end = this.#document.offsetAt(selection.end) - this.#file.bodyStart;
    if (start >= 0) this.send({ type: 'reveal', sample: 0, span: { start, end } });
  }

  async #writeInfo(info: Partial<TrajectoryInfo>): Promise<void> {
    // VS Code refuses an edit of a text that has changed in the meantime.
    for (let attempt = 1; attempt <= MOST_ATTEMPTS; attempt += 1) if (await this.#tryToWrite(info)) return;
  }

  /** Returns whether the front matter has the values now. */
  async #tryToWrite(info: Partial<TrajectoryInfo>): Promise<boolean> {
    let text: string;
    let updated: string;
    do {
      text = this.#document.getText();
      updated = await updateTrajectory(text, info, this.#readFrontMatter);
      // What was typed while a long front matter was changed elsewhere must not be lost.
    } while (text !== this.#document.getText());
    if (updated === text) {
      // The value is already set.
      if (!this.#file.problems.some(({ code }) => code === 'front-matter-broken')) return true;
      throw new PageTraceError('front-matter-broken', t('The front matter of this file cannot be changed.'), {
        hint: t('Correct its YAML first. The Problems panel shows where the error is.'),
      });
    }
    const bodyStart = locateFrontMatter(text)?.bodyStart ?? 0;
    const edit = new vscode.WorkspaceEdit();
    edit.replace(
      this.#document.uri,
      new vscode.Range(this.#document.positionAt(0), this.#document.positionAt(bodyStart)),
      updated.slice(0, updated.length - (text.length - bodyStart)),
    );
    return vscode.workspace.applyEdit(edit);
  }
}

const fileDialect = ({ info, response }: TrajectoryFile): ResponseDialect =>
  responseDialect(info.dialect, response);
