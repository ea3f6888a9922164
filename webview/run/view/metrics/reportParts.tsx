import { t } from '@vscode/l10n';
import type { JSX } from 'preact';
import type { MetricDefinition } from '../../../../src/core/runMetrics/model.ts';
import { metricTitle } from '../../../../src/core/runMetrics/format/numbers.ts';
import type { Report, ReportTable } from '../../../../src/core/runMetrics/format/reportTable.ts';
import { reportLatex, reportMarkdown } from '../../../../src/core/runMetrics/format/writeReport.ts';
import { DataTable } from '../../../shared/dataTable.tsx';
import { Menu } from '../../../shared/menu.tsx';
import type { RunModel } from '../../model/runModel.ts';

interface ReportPartsProps {
  readonly report: Report;
  /** Metrics whose descriptions stand at their titles. */
  readonly definitions: readonly MetricDefinition[];
}

/** The sentences and tables of a report. */
export function ReportParts({ report, definitions }: ReportPartsProps): JSX.Element {
  return (
    <>
      {report.parts.map((part, at) =>
        typeof part === 'string' ? (
          <p key={at}>{part}</p>
        ) : (
          <Table key={at} table={part} title={report.title} definitions={definitions} />
        ),
      )}
    </>
  );
}

function Table({
  table: { title, columns, rows },
  title: label,
  definitions,
}: {
  readonly table: ReportTable;
  readonly title: string;
  readonly definitions: readonly MetricDefinition[];
}): JSX.Element {
  const described = new Map(definitions.map((each) => [metricTitle(each), each.description]));
  return (
    <section class="metrics-table">
      {title !== null && <h2>{title}</h2>}
      <DataTable
        label={title ?? label}
        columns={columns.map((name, at) => (at === 0 ? { title: name } : { title: name, numeric: true }))}
      >
        {rows.map(([name = '', ...cells], at) => (
          <tr key={at}>
            <th scope="row" title={described.get(name)}>
              {name}
            </th>
            {cells.map((cell, index) => (
              <td key={index} class="numeric">
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </DataTable>
    </section>
  );
}

interface ExportMenusProps {
  readonly model: RunModel;
  readonly report: Report;
  readonly csv: () => string;
}

/** Copies a report, or saves it. */
export function ExportMenus({ model, report, csv }: ExportMenusProps): JSX.Element {
  const items = [
    { id: 'md', text: 'Markdown' },
    { id: 'tex', text: 'LaTeX' },
    { id: 'csv', text: 'CSV' },
  ];
  const contentOf = (format: string): string =>
    format === 'md' ? reportMarkdown(report) : format === 'tex' ? reportLatex(report) : csv();
  return (
    <span class="metrics-export">
      <Menu
        text={t('Copy As…')}
        items={items}
        onChoose={(format) => {
          model.post({ type: 'copyText', text: contentOf(format) });
        }}
      />
      <Menu
        text={t('Save…')}
        items={items}
        onChoose={(format) => {
          if (format === 'md' || format === 'tex' || format === 'csv')
            model.post({ type: 'saveFile', name: report.title, format, content: contentOf(format) });
        }}
      />
    </span>
  );
}
