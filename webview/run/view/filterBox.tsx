import { t } from '@vscode/l10n';
import type { JSX } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { hiddenSpans } from '../../../src/core/visibleText.ts';
import type { FilterProblem } from '../../../src/protocol/run.ts';
import { LONGEST_FILTER } from '../../../src/protocol/runInsights.ts';
import { Button } from '../../shared/controls.tsx';
import { filterColors } from '../model/filterColors.ts';
import type { RunModel } from '../model/runModel.ts';
import { CompletionList } from './completionList.tsx';
import { useCompletions } from './useCompletions.ts';

interface FilterBoxProps {
  readonly model: RunModel;
  readonly problem: FilterProblem | null;
  /** What may be meant otherwise, although the filter holds. */
  readonly hint: FilterProblem | null;
  /** The filter that the problem and the hint are of. */
  readonly applied: string;
}

/** The box that a filter is written in: with colors, completions, its history, and what is wrong with it. */
export function FilterBox({ model, problem, hint, applied }: FilterBoxProps): JSX.Element {
  const text = model.filter.value;
  const focus = model.filterFocus.value;
  const input = useRef<HTMLInputElement | null>(null);
  const colors = useRef<HTMLDivElement | null>(null);
  const completions = useCompletions(model, input);
  // A problem of what was written before would mark another place.
  const wrong = text === applied ? problem : null;
  const marked = wrong ?? (text === applied ? hint : null);
  // The list of completions stands where it is said.
  const isSaid = marked !== null && completions.items.length === 0;
  useEffect(() => {
    if (focus === 0) return;
    input.current?.focus();
    input.current?.select();
  }, [focus]);
  const follow = (): void => {
    if (colors.current !== null && input.current !== null)
      colors.current.scrollLeft = input.current.scrollLeft;
  };
  useLayoutEffect(() => {
    if (input.current !== null && input.current.value !== text) input.current.value = text;
    follow();
  }, [text]);
  const show = (next: string | null): void => {
    if (next === null) return;
    model.write(next);
    requestAnimationFrame(() => input.current?.setSelectionRange(next.length, next.length));
  };
  const onKey = (event: KeyboardEvent): void => {
    if (event.isComposing || completions.onKey(event)) return;
    if (event.key === 'Enter') {
      completions.close();
      model.applyFilter(input.current?.value ?? '');
    } else if (event.key === 'ArrowUp') show(model.history.earlier(text));
    else if (event.key === 'ArrowDown') show(model.history.later());
    else return;
    event.preventDefault();
  };
  // Marks around hidden characters would move what is beside them away from where the caret is.
  const isColored = hiddenSpans(text).length === 0;
  return (
    <div class="filter">
      <div class={isColored ? 'filter-box colored' : 'filter-box'}>
        <input
          ref={input}
          class="filter-input"
          type="text"
          role="combobox"
          spellcheck={false}
          autocomplete="off"
          maxLength={LONGEST_FILTER}
          aria-label={t('Filter')}
          aria-autocomplete="list"
          aria-expanded={completions.items.length > 0}
          aria-controls="filter-completions"
          aria-activedescendant={completions.active === -1 ? undefined : `completion-${completions.active}`}
          aria-invalid={wrong === null ? undefined : 'true'}
          aria-describedby={isSaid ? 'filter-problem' : undefined}
          placeholder={t('Filter, such as reward<0.2 and tool:read_numeric_value')}
          onInput={(event) => {
            model.history.leave();
            model.write(event.currentTarget.value);
            completions.ask(false);
          }}
          onKeyDown={onKey}
          onScroll={follow}
          onFocusOut={() => {
            completions.close();
          }}
        />
        {isColored && (
          <div class="filter-colors" ref={colors} aria-hidden="true">
            <Colors text={text} problem={marked} isHint={wrong === null} />
          </div>
        )}
        <CompletionList completions={completions} />
      </div>
      {isSaid && (
        <p
          class={wrong === null ? 'filter-problem hint' : 'filter-problem'}
          id="filter-problem"
          role="status"
        >
          {marked.message}
          {wrong !== null && ` ${t('The rows are those of the filter before.')}`}
          {marked.suggestion !== null && (
            <Button
              onClick={() => {
                const fixed = `${text.slice(0, marked.start)}${marked.suggestion ?? ''}${text.slice(marked.end)}`;
                model.applyFilter(fixed);
                model.focusFilter();
              }}
            >
              {t('Use {0}', marked.suggestion)}
            </Button>
          )}
        </p>
      )}
    </div>
  );
}

interface ColorsProps {
  readonly text: string;
  readonly problem: FilterProblem | null;
  readonly isHint: boolean;
}

/** The text with its colors, and a mark where something is wrong, at its end if something is missing there. */
function Colors({ text, problem, isHint }: ColorsProps): JSX.Element {
  const mark = isHint ? 'doubtful' : 'wrong';
  const [start, end] =
    problem === null ? [-1, -1] : [problem.start, Math.max(problem.end, problem.start + 1)];
  const pieces = filterColors(text).flatMap((token) => {
    const cuts = [token.start, start, end, token.end].filter((at) => at >= token.start && at <= token.end);
    return cuts
      .slice(1)
      .map((to, index) => ({ kind: token.kind, start: cuts[index] ?? 0, end: to }))
      .filter((piece) => piece.start < piece.end);
  });
  return (
    <>
      {pieces.map((piece) => (
        <span
          key={piece.start}
          class={`token-${piece.kind}${piece.start >= start && piece.end <= end ? ` ${mark}` : ''}`}
        >
          {text.slice(piece.start, piece.end)}
        </span>
      ))}
      {start >= text.length && problem !== null && <span class={mark}> </span>}
    </>
  );
}
