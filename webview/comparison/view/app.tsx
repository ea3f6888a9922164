import { t } from '@vscode/l10n';
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { count } from '../../shared/format.ts';
import { Button } from '../../shared/controls.tsx';
import type { ComparisonModel } from '../model/comparisonModel.ts';
import { SidesView } from './sidesView.tsx';
import { QuestionsView } from './questionsView.tsx';

interface AppProps {
  readonly model: ComparisonModel;
}

/** A comparison: trajectories side by side, or the table of its questions. */
export function App({ model }: AppProps): JSX.Element | null {
  const sides = model.sides.value;
  const table = model.table.value;
  if (sides === null) return table && <QuestionsView model={model} table={table} />;
  return (
    <SidesView
      key={model.index.value}
      model={sides}
      showsPrompt={table === null || typeof model.promptDiff.value === 'string'}
      navigation={table && <Navigation model={model} total={table.questions.length} />}
      onShowOnlyDifferences={(only) => {
        model.showOnlyDifferences(only);
      }}
    />
  );
}

/** Links from the open question to the table and to the questions beside it. */
function Navigation({ model, total }: AppProps & { readonly total: number }): JSX.Element {
  const element = useRef<HTMLElement | null>(null);
  const index = model.index.value ?? 0;
  useEffect(() => {
    // After Previous or Next, the focus stays on that button, so that the same key goes on.
    const [all, ...steps] = element.current?.querySelectorAll('button') ?? [];
    const from = model.lastIndex;
    const used = from === null ? undefined : steps[index < from ? 0 : 1];
    (used?.disabled === false ? used : all)?.focus();
    const closeOnEscape = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') model.close();
    };
    document.addEventListener('keydown', closeOnEscape);
    return () => {
      document.removeEventListener('keydown', closeOnEscape);
    };
  }, [model, index]);
  const nearest = (step: 1 | -1): number | null => {
    const questions = model.table.value?.questions ?? [];
    for (let at = index + step; at >= 0 && at < questions.length; at += step)
      if (questions[at]?.after != null) return at;
    return null;
  };
  const link = (text: string, to: number | null): JSX.Element => (
    <Button
      disabled={to === null}
      onClick={() => {
        if (to !== null) model.open(to);
      }}
    >
      {text}
    </Button>
  );
  return (
    <nav ref={element} class="navigation" aria-label={t('Questions')}>
      <Button
        onClick={() => {
          model.close();
        }}
      >
        {t('All Questions')}
      </Button>
      <span class="meta">{t('Question {0} of {1}', count(index + 1), count(total))}</span>
      {link(t('Previous'), nearest(-1))}
      {link(t('Next'), nearest(1))}
    </nav>
  );
}
