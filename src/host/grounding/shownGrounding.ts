import path from 'node:path';
import type * as vscode from 'vscode';
import { asPageTraceError, type PageTraceError } from '../../core/errors.ts';
import type { CitedImage } from '../../core/grounding/model.ts';
import type { DocumentReference, TrajectoryInfo } from '../../core/records/model.ts';
import type { ParseContext } from '../../core/trajectory/model.ts';
import type { GroundingDocument, GroundingRequest, GroundingResult } from '../../grounding/model.ts';
import type { GroundingShown } from '../../protocol/grounding.ts';
import type { GroundedShown } from '../../protocol/groundingChanges.ts';
import type { ToInspector } from '../../protocol/inspector.ts';
import { changedNotice, goneNotice } from './documentNotices.ts';

/** What sources need to ground their samples. */
export interface GroundingAccess {
  /** Finds the claims of a response. */
  readonly ground: (request: GroundingRequest, signal: AbortSignal) => Promise<GroundingResult>;
  /** Prepares a document that a record names, which is at `uri`. */
  readonly prepare: (
    reference: DocumentReference,
    uri: vscode.Uri,
    signal: AbortSignal,
  ) => Promise<GroundingDocument>;
  /** Makes sure that the data for recognizing text is here; returns whether it is. */
  readonly prepareRecognition: () => Promise<boolean>;
  /** Fires when a document may have become readable, or stands elsewhere now. */
  readonly onDidChange: vscode.Event<void>;
  /** Milliseconds for which changes of a text are collected before it is grounded again. */
  readonly rests: number;
}

/** A response as it is shown. */
export interface GroundedResponse {
  readonly response: string;
  readonly info: TrajectoryInfo;
  /** Whether text may still come. */
  readonly running: boolean;
  readonly context: ParseContext;
  /** The images of the request, with what is known of their sizes. */
  readonly images: readonly CitedImage[];
}

export interface ShownGroundingOptions extends GroundingAccess {
  readonly sample: (index: number) => GroundedResponse | null;
  /**
   * The file at a path of the record, where it is now.
   * @throws PageTraceError if it must not be read
   */
  readonly locate: (reference: string) => Promise<vscode.Uri>;
  /** Whether a document has another content than when the question was asked. */
  readonly hasChanged: (reference: string) => boolean;
  readonly send: (message: ToInspector) => void;
}

/** A sample that was in view, and what was found for it. */
interface Grounded {
  shown: GroundingShown;
  timer: NodeJS.Timeout | null;
  running: AbortController | null;
  /** What was found last while all of its documents were at hand. */
  found: { readonly request: string; readonly shown: GroundedShown } | null;
}

/**
 * The claims of the samples of one source. A sample is grounded when it is first in view, and again whenever its text,
 * its documents, or what is known of its images changes.
 */
export class ShownGrounding implements vscode.Disposable {
  readonly #options: ShownGroundingOptions;
  readonly #samples = new Map<number, Grounded>();
  readonly #listening: vscode.Disposable;
  #recognizesText = false;
  #isDisposed = false;

  constructor(options: ShownGroundingOptions) {
    this.#options = options;
    this.#listening = options.onDidChange(() => {
      this.#again(0);
    });
  }

  /** What is known of a sample; nothing if it was never in view. */
  shown(sample: number): GroundingShown {
    return this.#samples.get(sample)?.shown ?? { kind: 'none' };
  }

  /** Grounds a sample that is in view, unless that was done. */
  ground(sample: number): void {
    const known = this.#samples.get(sample);
    if (known !== undefined) {
      this.#options.send({ type: 'grounding', sample, shown: known.shown });
      return;
    }
    this.#samples.set(sample, { shown: { kind: 'none' }, timer: null, running: null, found: null });
    this.#soon(sample, 0);
  }

  /** Records a message to the inspector: the text or the images of a sample may have changed. */
  follow(message: ToInspector): void {
    switch (message.type) {
      case 'append':
      case 'replace':
        this.#soon(message.sample, this.#options.rests);
        break;
      case 'state':
      case 'update':
        this.#again(this.#options.rests);
        break;
      default:
        break;
    }
  }

  /** Reads pages without text by text recognition, from now on, if its data is here or may be fetched. */
  async recognizeText(): Promise<void> {
    if (!(await this.#options.prepareRecognition())) return;
    this.#recognizesText = true;
    this.#again(0);
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#listening.dispose();
    for (const { timer, running } of this.#samples.values()) {
      if (timer) clearTimeout(timer);
      running?.abort();
    }
  }

  #again(milliseconds: number): void {
    for (const sample of this.#samples.keys()) this.#soon(sample, milliseconds);
  }

  #soon(sample: number, milliseconds: number): void {
    const grounded = this.#samples.get(sample);
    if (grounded === undefined || this.#isDisposed) return;
    // While text arrives, its claims are shown as they come: a request that waits is not put off.
    if (grounded.timer !== null && milliseconds > 0) return;
    if (grounded.timer !== null) clearTimeout(grounded.timer);
    grounded.timer = setTimeout(() => {
      grounded.timer = null;
      void this.#ground(sample, grounded);
    }, milliseconds);
  }

  async #ground(sample: number, grounded: Grounded): Promise<void> {
    const response = this.#options.sample(sample);
    grounded.running?.abort();
    if (response === null || response.info.documents.length === 0 || response.response === '') {
      grounded.running = null;
      this.#show(sample, grounded, { kind: 'none' });
      return;
    }
    const running = new AbortController();
    grounded.running = running;
    if (grounded.shown.kind !== 'grounded') this.#show(sample, grounded, { kind: 'running' });
    const shown = await this.#find(response, grounded, running.signal);
    if (running.signal.aborted || shown === null) return;
    grounded.running = null;
    this.#show(sample, grounded, shown);
  }

  /** Null if the search was canceled. */
  async #find(
    { response, info, running, context, images }: GroundedResponse,
    grounded: Grounded,
    signal: AbortSignal,
  ): Promise<GroundingShown | null> {
    const { documents, faults, notices } = await this.#prepare(info.documents, signal);
    const [fault] = faults;
    if (signal.aborted) return null;
    const { question } = info;
    const request = JSON.stringify([response, running, context, question, images, info.documents]);
    const kept = grounded.found?.request === request ? grounded.found.shown : null;
    const gone = faults.find(({ missing }) => missing !== null) ?? null;
    if (gone !== null && kept !== null)
      return { ...kept, notices: [goneNotice(gone.name)], missing: gone.missing };
    if (documents.length === 0 && fault !== undefined) return failed(fault);
    try {
      const found = await this.#options.ground(
        {
          response,
          context,
          complete: !running,
          question,
          images,
          documents,
          recognizeText: this.#recognizesText,
        },
        signal,
      );
      const shown: GroundedShown = {
        kind: 'grounded',
        grounding: found.grounding,
        withoutText: found.withoutText.length + found.unrecognized.length,
        notices: [...notices, ...faults.map(({ error }) => error.message), ...found.notices],
        missing: gone?.missing ?? null,
        partial: running,
      };
      grounded.found = faults.length === 0 ? { request, shown } : null;
      return shown;
    } catch (error) {
      return failed({ missing: null, name: '', error: asPageTraceError(error) });
    }
  }

  async #prepare(references: readonly DocumentReference[], signal: AbortSignal): Promise<Prepared> {
    const prepared: Prepared = { documents: [], faults: [], notices: [] };
    for (const reference of references) {
      let name = '';
      try {
        const uri = await this.#options.locate(reference.path);
        name = path.posix.basename(uri.path);
        prepared.documents.push(await this.#options.prepare(reference, uri, signal));
        if (this.#options.hasChanged(reference.path)) prepared.notices.push(changedNotice(name));
      } catch (thrown) {
        const error = asPageTraceError(thrown);
        const isMissing = error.reason === 'file-not-found';
        prepared.faults.push({ missing: isMissing ? reference.path : null, name, error });
      }
    }
    return prepared;
  }

  #show(sample: number, grounded: Grounded, shown: GroundingShown): void {
    const isSame = shown.kind !== 'grounded' && shown.kind === grounded.shown.kind && shown.kind !== 'failed';
    grounded.shown = shown;
    if (!isSame && !this.#isDisposed) this.#options.send({ type: 'grounding', sample, shown });
  }
}

/** Why a document cannot be read. */
interface Fault {
  /** The document, as the record names it, if the person could say where it is. */
  readonly missing: string | null;
  /** Of the file at which it should be; empty if that is not known. */
  readonly name: string;
  readonly error: PageTraceError;
}

interface Prepared {
  readonly documents: GroundingDocument[];
  readonly faults: Fault[];
  readonly notices: string[];
}

function failed({ missing, error }: Fault): GroundingShown {
  return { kind: 'failed', message: error.message, hint: error.hint ?? '', missing };
}
