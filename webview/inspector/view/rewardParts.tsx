import type { JSX } from 'preact';
import type { Component, Score } from '../../../src/core/rewards/model.ts';
import { bars, componentLabel } from '../model/explain.ts';
import type { InspectorModel } from '../model/inspectorModel.ts';
import { Link } from './links.tsx';

interface PartsProps {
  readonly model: InspectorModel;
  readonly score: Score;
}

/** The parts of a reward: bars in proportion to what each can pay or cost, and what they pay in words. */
export function Parts({ model, score }: PartsProps): JSX.Element {
  const drawn = bars(score.components);
  const columns = drawn.map(({ extent }) => `${extent}fr`).join(' ');
  return (
    <>
      <div class="bars" style={{ gridTemplateColumns: columns }} aria-hidden="true">
        {drawn.map(({ fill, look }, index) => (
          <div key={index} class={fill === null ? 'bar unknown' : `bar ${look}-bar`}>
            <span class={look} style={{ width: `${(fill ?? 0) * 100}%` }} />
          </div>
        ))}
      </div>
      <ul class="bar-labels">
        {score.components.map((component) => (
          <li key={component.key}>
            <Label model={model} component={component} />
          </li>
        ))}
      </ul>
    </>
  );
}

/** What a part pays; if it is paid for a span of the response, with a link to it. */
function Label({
  model,
  component,
}: {
  readonly model: InspectorModel;
  readonly component: Component;
}): JSX.Element {
  const { scope } = component;
  const words = componentLabel(component);
  if (scope === null) return <>{words}</>;
  return (
    <Link
      quiet
      title="Show what this part is paid for"
      onClick={() => {
        model.goTo(scope, 'text');
      }}
    >
      {words}
    </Link>
  );
}
