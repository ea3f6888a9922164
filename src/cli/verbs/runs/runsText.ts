import { alertLines } from './alertsOption.ts';
import { sectionLines } from '../../output/sections.ts';

type Json = Readonly<Record<string, unknown>>;

/** The output of `pagetrace runs` as text: the names and numbers of the JSON, in sections. */
export function runText(json: Json): string {
  const lines = Object.entries(json).flatMap(([name, value]) => {
    if (name === 'problems') return [];
    if (name === 'alerts') return alertLines(value as readonly Json[]);
    return sectionLines(name, value);
  });
  return `${lines.join('\n')}\n`;
}

/** A sample with its whole response, which may have many lines. */
export function rowText({ response, fields, ...row }: Json): string {
  const lines = [
    ...sectionLines('row', row),
    ...sectionLines('fields', fields),
    'response',
    ...String(response)
      .split('\n')
      .map((line) => `  ${line}`),
  ];
  return `${lines.join('\n')}\n`;
}
