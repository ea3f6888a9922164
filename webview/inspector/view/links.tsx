import { t } from '@vscode/l10n';
import type { ComponentChildren, JSX } from 'preact';
import type { Span } from '../../../src/core/span.ts';
import type { InspectorModel } from '../model/inspectorModel.ts';
import { Outline } from '../model/outline.ts';
import type { ParsedText } from '../model/parsedText.ts';
import { stepAt } from '../model/stepIndex.ts';

interface LinkProps {
  readonly children: ComponentChildren;
  readonly onClick: () => void;
  readonly title?: string;
  /** Whether it is less prominent than its surroundings. */
  readonly quiet?: boolean;
}

/** A link that performs an action; to the keyboard and to a screen reader it is a button. */
export function Link({ children, onClick, title, quiet }: LinkProps): JSX.Element {
  return (
    <button type="button" class={quiet === true ? 'link quiet' : 'link'} title={title} onClick={onClick}>
      {children}
    </button>
  );
}

interface PlaceLinkProps {
  readonly model: InspectorModel;
  readonly parsed: ParsedText;
  readonly span: Span;
}

/** A link to a place in the text, labeled with the step that contains it. */
export function PlaceLink({ model, parsed, span }: PlaceLinkProps): JSX.Element {
  return (
    <Link
      title={t('Go to this place')}
      onClick={() => {
        model.goTo(span);
      }}
    >
      {placeName(parsed, span)}
    </Link>
  );
}

const outlines = new WeakMap<ParsedText['text'], Outline>();

/** `step 4` for an action of the model, the block's name for other places. */
function placeName(parsed: ParsedText, span: Span): string {
  const step = stepAt(parsed.steps, span.start);
  if (step === null) return t('the text');
  let outline = outlines.get(parsed.text);
  if (outline === undefined) {
    outline = new Outline();
    outlines.set(parsed.text, outline);
  }
  outline.extend(parsed.steps);
  const { action } = outline.at(step.index);
  if (action > 0) return t('step {0}', action);
  return step.name === '' ? t('the text') : step.name;
}
