import { t } from '@vscode/l10n';
import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import type { Span } from '../../../src/core/span.ts';
import { ChunkedList } from '../../shared/chunkedList.tsx';
import { wholeNumber } from '../../../src/core/displayLocale.ts';
import type { InspectorModel } from '../model/inspectorModel.ts';
import type { ParsedText } from '../model/parsedText.ts';
import { TextChunks } from '../model/textChunks.ts';
import { MarkedText } from './markedText.tsx';

/** A longer text is drawn in chunks, each while it is near the visible area. */
const CHUNKED = 20_000;
const LINE_HEIGHT = 19;
const LINE_LENGTH = 80;

interface WholeTextProps {
  readonly model: InspectorModel;
  readonly parsed: ParsedText;
  readonly span: Span;
  /** Whether it is in the current row, whose links are tab stops. */
  readonly current: boolean;
}

/** All of a part of the response, however long it is, with every `Image k` as a chip. */
export function WholeText({ model, parsed, span: { start, end }, current }: WholeTextProps): JSX.Element {
  const isLong = end - start > CHUNKED;
  const whole = parsed.text.slice(start, end);
  const text = whole.trim();
  /** Where the text without the white space around it begins in the response. */
  const from = start + (whole.length - whole.trimStart().length);
  const chunks = useMemo(() => (isLong ? new TextChunks(text) : null), [isLong, text]);
  const marked = (part: Span): JSX.Element => (
    <MarkedText model={model} parsed={parsed} span={part} current={current} />
  );
  if (chunks === null) return marked({ start: from, end: from + text.length });
  return (
    <ChunkedList
      count={chunks.count}
      edition={`${parsed.edition}-${start}`}
      estimate={(index) => {
        const chunk = chunks.at(index);
        return Math.max(1, (chunk.end - chunk.start) / LINE_LENGTH) * LINE_HEIGHT;
      }}
      pinned={null}
      stamp={(index) => `${chunks.at(index).end} ${current} ${model.claims.index.value.serial}`}
      render={(index) => {
        const chunk = chunks.at(index);
        return marked({ start: from + chunk.start, end: from + chunk.end });
      }}
    />
  );
}

interface ExpandableTextProps extends WholeTextProps {
  /** How many characters are shown at first. */
  readonly short: number;
  readonly class?: string;
}

/** The beginning of the text of a row, and all of it on request. */
export function ExpandableText({ short, class: name = 'body', ...props }: ExpandableTextProps): JSX.Element {
  const [all, setAll] = useState(false);
  const { start, end } = props.span;
  const isLong = end - start > short;
  return (
    <span class={name}>
      <WholeText {...props} span={all || !isLong ? props.span : { start, end: start + short }} />
      {isLong && !all && '… '}
      {isLong && (
        <ShowAll
          all={all}
          length={end - start}
          current={props.current}
          onToggle={() => {
            setAll(!all);
          }}
        />
      )}
    </span>
  );
}

interface ShowAllProps {
  readonly all: boolean;
  /** In characters. */
  readonly length: number;
  readonly current: boolean;
  readonly onToggle: () => void;
}

/** Shows all of a text, or only its beginning again. */
export function ShowAll({ all, length, current, onToggle }: ShowAllProps): JSX.Element {
  return (
    <button
      type="button"
      class="link more"
      tabIndex={current ? 0 : -1}
      aria-expanded={all}
      onClick={(event) => {
        event.stopPropagation();
        onToggle();
      }}
    >
      {all ? t('Show less') : t('Show all {0} characters', wholeNumber(length))}
    </button>
  );
}
