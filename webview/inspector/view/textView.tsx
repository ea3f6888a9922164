import { t } from '@vscode/l10n';
import type { JSX } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import type { Span } from '../../../src/core/span.ts';
import { ChunkedList } from '../../shared/chunkedList.tsx';
import type { InspectorModel } from '../model/inspectorModel.ts';
import type { Selection } from '../model/selectionSender.ts';
import { highlight } from '../model/highlight.ts';
import type { SampleModel } from '../model/sampleModel.ts';
import type { ParsedText } from '../model/parsedText.ts';
import { selectedSpan } from './domSelection.ts';

const LINE_HEIGHT = 20;
const LINE_LENGTH = 90;

interface TextViewProps {
  readonly model: InspectorModel;
  readonly sample: SampleModel;
}

/** The response as it was written, with tags and tools highlighted; drawn as text, never as markup. */
export function TextView({ model, sample }: TextViewProps): JSX.Element {
  const parsed = sample.parsed.value;
  const explained = sample.explained.value;
  const claims = sample.claims.value;
  const selection = model.selection.value;
  const root = useRef<HTMLDivElement | null>(null);
  const marked = markedSpan(selection);
  const pinned = marked === null ? null : parsed.chunks.indexAt(Math.min(marked.start, parsed.text.length));

  useLayoutEffect(() => {
    if (marked === null) return;
    const mark = root.current?.querySelector('.selected');
    const chunk = root.current?.querySelector(`[data-start="${parsed.chunks.at(pinned ?? 0).start}"]`);
    (mark ?? chunk)?.scrollIntoView({ block: mark === undefined ? 'start' : 'nearest' });
  }, [selection]);

  useEffect(() => {
    const listener = (): void => {
      const span = root.current === null ? null : selectedSpan(root.current, document.getSelection());
      if (span === null || sameSpan(span, model.selection.peek()?.span)) return;
      // A caret without a selection does not replace a mark from elsewhere unless the person placed it.
      model.select(span, 'text');
    };
    document.addEventListener('selectionchange', listener);
    return () => {
      document.removeEventListener('selectionchange', listener);
    };
  }, [model]);

  const copy = (event: ClipboardEvent): void => {
    const span = root.current === null ? null : selectedSpan(root.current, document.getSelection());
    if (span === null || span.start === span.end || event.clipboardData === null) return;
    // Chunks out of view are empty boxes, so the copied text is taken from the text itself.
    event.clipboardData.setData('text/plain', parsed.text.slice(span.start, span.end));
    event.preventDefault();
  };

  if (parsed.text.length === 0) return <p class="hint">{t('No text has arrived yet.')}</p>;
  return (
    <div
      ref={root}
      class="text"
      role="region"
      aria-label={t('Text of the response')}
      tabIndex={0}
      onCopy={copy}
    >
      <ChunkedList
        count={parsed.chunks.count}
        edition={parsed.edition}
        estimate={(index) => {
          const { start, end } = parsed.chunks.at(index);
          return Math.max(1, (end - start) / LINE_LENGTH) * LINE_HEIGHT;
        }}
        pinned={pinned}
        stamp={(index) => stampOf(parsed, index, marked, `${explained?.serial ?? 0}|${claims.serial}`)}
        attributes={(index) => ({ 'data-start': parsed.chunks.at(index).start })}
        render={(index) => <Chunk parsed={parsed} sample={sample} index={index} marked={marked} />}
      />
    </div>
  );
}

interface ChunkProps {
  readonly parsed: ParsedText;
  readonly sample: SampleModel;
  readonly index: number;
  readonly marked: Span | null;
}

function Chunk({ parsed, sample, index, marked }: ChunkProps): JSX.Element {
  const span = parsed.chunks.at(index);
  const findings = sample.explained.peek()?.ordered.within(span) ?? [];
  const segments = highlight(parsed, span, findings, sample.claims.peek().within(span), marked);
  return (
    <>
      {segments.map(({ text, look, title }, position) =>
        look === '' ? (
          text
        ) : (
          <span key={position} class={look} title={title === '' ? undefined : title}>
            {text}
          </span>
        ),
      )}
    </>
  );
}

/** The span that is drawn as selected, unless the browser itself shows it as its own selection. */
function markedSpan(selection: Selection | null): Span | null {
  return selection === null || selection.origin === 'text' ? null : selection.span;
}

function stampOf(parsed: ParsedText, index: number, marked: Span | null, serial: string): string {
  const { start, end } = parsed.chunks.at(index);
  const touched =
    marked !== null && marked.start < end && start < marked.end ? `${marked.start}-${marked.end}` : '';
  const version = index === parsed.chunks.count - 1 ? parsed.version : end;
  return `${version}|${touched}|${serial}`;
}

const sameSpan = (a: Span, b: Span | undefined): boolean => a.start === b?.start && a.end === b.end;
