import { t } from '@vscode/l10n';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import type { Alert } from '../../../../src/core/alerts/model.ts';
import type { RunModel } from '../../model/runModel.ts';

/** What a trainer would want to know of the whole run; each can be looked at and turned off. */
export function AlertsSection({ model }: { readonly model: RunModel }): JSX.Element | null {
  const { tools } = model;
  useEffect(() => tools.want(tools.alerts), [tools]);
  const alerts = tools.alerts.value.value ?? [];
  if (alerts.length === 0) return null;
  return (
    <section class="side-section">
      <h2>{t('Alerts')}</h2>
      <ul class="alerts">
        {alerts.map((alert) => (
          <AlertItem key={alert.code} model={model} alert={alert} />
        ))}
      </ul>
    </section>
  );
}

function AlertItem({ model, alert }: { readonly model: RunModel; readonly alert: Alert }): JSX.Element {
  const { code, title, sentence, filter } = alert;
  return (
    <li class="alert">
      <h3>{title}</h3>
      <p>{sentence}</p>
      <p class="alert-actions">
        {filter !== null && (
          <button
            type="button"
            class="link"
            title={t('Filter by {0}', filter)}
            onClick={() => {
              model.applyFilter(filter);
            }}
          >
            {t('Show These Samples')}
          </button>
        )}
        <button
          type="button"
          class="link quiet"
          title={t('Turns this alert off in all runs, in the setting pagetrace.runs.alerts.off')}
          onClick={(event) => {
            // The button goes with the alert; who uses the keyboard stays in the panel.
            event.currentTarget.closest('aside')?.focus();
            model.post({ type: 'turnOffAlert', code });
          }}
        >
          {t('Turn Off')}
        </button>
      </p>
    </li>
  );
}
