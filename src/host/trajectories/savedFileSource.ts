import path from 'node:path';
import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { PageTraceError } from '../../core/errors.ts';
import type { RecordedResponse, TrajectoryInfo } from '../../core/records/model.ts';
import type { TrajectoryFile } from '../../core/records/trajectoryFile.ts';
import { recordedFacts } from '../inspector/recordedFacts.ts';
import { responseDialect, type ResponseDialect } from '../inspector/responseDialect.ts';
import { TrajectorySource } from '../inspector/trajectorySource.ts';
import { readSavedText } from '../shared/namedPath.ts';
import { readTrajectory } from '../shared/trajectoryReader.ts';
import { savedFileIdentity } from './fileIdentity.ts';
import type { FileSourceDeps } from './fileSource.ts';

/** VS Code passes no longer texts of editors to extensions either. */
const MOST_BYTES = 50 * 1024 * 1024;

/** A trajectory file as it is saved, whatever is typed in its editor. It follows each time the file is saved. */
export class SavedFileSource extends TrajectorySource {
  readonly sampleCount = 1;
  readonly askedAt = null;
  readonly #listening: vscode.Disposable;
  #file: TrajectoryFile;
  /** How often the file was read. What was read earlier than something else is not shown. */
  #reads = 0;

  /**
   * Opens the file at `uri`.
   * @throws PageTraceError `file-not-found`, `file-unreadable`, `document-too-large`
   */
  static async open(uri: vscode.Uri, deps: FileSourceDeps): Promise<SavedFileSource> {
    return new SavedFileSource(uri, await readSaved(uri, deps), deps);
  }

  private constructor(uri: vscode.Uri, file: TrajectoryFile, deps: FileSourceDeps) {
    const subject = file.info.question ?? path.posix.basename(uri.path);
    super({ identity: savedFileIdentity(uri), uri, isFile: false, subject }, deps);
    this.#file = file;
    this.#listening = vscode.workspace.onDidSaveTextDocument((saved) => {
      if (saved.uri.toString() !== uri.toString()) return;
      const read = ++this.#reads;
      readSaved(uri, deps).then(
        (now) => {
          if (read !== this.#reads) return;
          this.#file = now;
          this.send({ type: 'state', state: this.state() });
          void this.compareDocuments();
        },
        (error: unknown) => {
          deps.log(`${uri.toString()}: ${String(error)}`);
        },
      );
    });
    void this.compareDocuments();
  }

  sample(index: number): RecordedResponse | null {
    const { info, response } = this.#file;
    return index === 0 ? { info, response } : null;
  }

  setVerdict(): Promise<void> {
    return this.#refuse();
  }

  override dispose(): void {
    this.#listening.dispose();
    super.dispose();
  }

  protected info(): TrajectoryInfo {
    return this.#file.info;
  }

  protected setInfo(): Promise<void> {
    return this.#refuse();
  }

  protected dialect(): ResponseDialect {
    return responseDialect(this.#file.info.dialect, this.#file.response);
  }

  protected facts(): ReturnType<TrajectorySource['facts']> {
    return [recordedFacts(this.#file.info)];
  }

  protected override requestFacts(): ReturnType<TrajectorySource['requestFacts']> {
    return { notices: this.#file.problems.map(({ message }) => message) };
  }

  /** Rejects, after the view shows again what is saved. */
  #refuse(): Promise<void> {
    this.refresh();
    return Promise.reject(
      new PageTraceError('bad-input', t('The saved text of a file cannot be changed.'), {
        hint: t('Change the text in the editor, and save it.'),
      }),
    );
  }
}

async function readSaved(uri: vscode.Uri, { readFrontMatter }: FileSourceDeps): Promise<TrajectoryFile> {
  return readTrajectory(await readSavedText(uri, MOST_BYTES), readFrontMatter);
}
