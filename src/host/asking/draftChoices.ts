import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { presetDescriptions } from '../../asking/promptFiles.ts';
import { asPageTraceError } from '../../core/errors.ts';
import type { Sampling } from '../../core/records/sampling.ts';
import { formatPageRanges, parsePageRanges } from '../../core/records/pageRanges.ts';
import { sentenceWithHint } from '../shared/editorHint.ts';
import { configuredServers, setting } from '../shared/settings.ts';
import { configuredRetriever } from './configuredRetriever.ts';
import type { Draft, DraftDocument } from './draft.ts';
import { askText, pickItem } from '../shared/workbench.ts';

/** What chooses the pages that fit the question, over all documents. */
const FITTING = 'fitting';

/**
 * Lets the person choose the pages of a document; returns the same draft if nothing changes.
 * @param findPages finds the pages that fit the question
 */
export async function choosePages(draft: Draft, findPages: (draft: Draft) => Promise<Draft>): Promise<Draft> {
  const document = await chooseDocument(draft);
  if (document === FITTING) return draft.question.trim() === '' ? draft : findPages(draft);
  if (!document) return draft;
  const all = Array.from({ length: document.pageCount }, (_, index) => index + 1);
  const choices: (vscode.QuickPickItem & { pages: readonly number[] | typeof FITTING | null })[] = [
    ...(draft.documents.length === 1 ? [{ ...fittingItem(draft), pages: FITTING } as const] : []),
    ...(document.selected.length > 0
      ? [
          {
            label: t('Selected pages'),
            description: formatPageRanges(document.selected),
            pages: document.selected,
          },
        ]
      : []),
    ...(document.current === null
      ? []
      : [{ label: t('Current page'), description: String(document.current), pages: [document.current] }]),
    { label: t('All pages'), description: `1-${document.pageCount}`, pages: all },
    { label: t('Page ranges…'), description: t('such as 1-3, 7'), pages: null },
  ];
  const choice = await pickItem(choices, { title: t('Pages of {0}', document.name) });
  if (!choice) return draft;
  if (choice.pages === FITTING) return draft.question.trim() === '' ? draft : findPages(draft);
  const pages = choice.pages ?? (await typePages(document));
  return pages
    ? {
        ...draft,
        fitting: undefined,
        documents: draft.documents.map((other) => (other === document ? { ...document, pages } : other)),
      }
    : draft;
}

async function chooseDocument(draft: Draft): Promise<DraftDocument | typeof FITTING | undefined> {
  const { documents } = draft;
  if (documents.length === 1) return documents[0];
  const items: (vscode.QuickPickItem & { document: DraftDocument | typeof FITTING })[] = [
    { ...fittingItem(draft), document: FITTING },
    ...documents.map((document) => ({
      label: document.name,
      description: formatPageRanges(document.pages),
      document,
    })),
  ];
  return (await pickItem(items, { title: t('Choose Document') }))?.document;
}

function fittingItem({ question, documents }: Draft): vscode.QuickPickItem {
  const which = documents.length === 1 ? t('the three best') : t('the three best of all documents');
  const isByTerms = configuredRetriever() === 'bm25';
  return {
    label: t('Pages that fit the question'),
    description: question.trim() === '' ? t('type the question first') : which,
    ...(isByTerms
      ? {}
      : {
          detail: t('Sends all pages to {0} once, to find them by embeddings.', namedServer()),
        }),
  };
}

/** The server that makes vectors, by its name and its address, as its errors name it. */
function namedServer(): string {
  const name = setting('retrieval.server');
  const url = configuredServers().find((server) => server.name === name)?.url ?? '';
  return url === '' ? t('“{0}”', name) : t('“{0}” ({1})', name, url);
}

async function typePages(document: DraftDocument): Promise<readonly number[] | null> {
  const typed = await askText({
    title: t('Pages of {0}, 1 to {1}', document.name, document.pageCount),
    prompt: t('Pages and ranges, counted from 1.'),
    placeHolder: '1-3, 7',
    value: formatPageRanges(document.pages),
    validateInput: (value) => {
      try {
        parsePageRanges(value, document.pageCount);
        return null;
      } catch (error) {
        return sentenceWithHint(asPageTraceError(error));
      }
    },
  });
  return typed === undefined ? null : parsePageRanges(typed, document.pageCount);
}

/**
 * Lets the person choose a prompt: a preset, a prompt file of the workspace, or another file. Null if none is chosen.
 * @param open names of prompts in open editors, which come first
 */
export async function choosePromptName(
  current: string,
  open: readonly string[] = [],
): Promise<string | null> {
  const files = await vscode.workspace.findFiles('**/*.jinja', '**/node_modules/**', 200);
  const browse = t('Browse…');
  const others = files.map(settingsPath).filter((name) => !open.includes(name));
  const items: vscode.QuickPickItem[] = [
    ...(open.length > 0 ? [{ label: t('Open Editors'), kind: vscode.QuickPickItemKind.Separator }] : []),
    ...open.map((label) => ({ label })),
    { label: t('Presets'), kind: vscode.QuickPickItemKind.Separator },
    ...Object.entries(presetDescriptions()).map(([label, detail]) => ({
      label,
      detail,
      ...(label === current ? { description: t('in use') } : {}),
    })),
    ...(others.length > 0 ? [{ label: t('Workspace'), kind: vscode.QuickPickItemKind.Separator }] : []),
    ...others.map((label) => ({ label })),
    { label: '', kind: vscode.QuickPickItemKind.Separator },
    { label: browse, alwaysShow: true },
  ];
  const choice = await pickItem(items, { title: t('Choose Prompt') });
  if (!choice) return null;
  if (choice.label !== browse) return choice.label;
  const [file] =
    (await vscode.window.showOpenDialog({
      title: t('Choose Prompt'),
      filters: { [t('Prompts')]: ['jinja', 'jinja2', 'j2'] },
    })) ?? [];
  return file ? settingsPath(file) : null;
}

/** A prompt file as the settings name it: by its path in the first folder, otherwise by its whole path. */
function settingsPath(uri: vscode.Uri): string {
  const [first] = vscode.workspace.workspaceFolders ?? [];
  const own = vscode.workspace.getWorkspaceFolder(uri);
  return own && own.index === first?.index ? vscode.workspace.asRelativePath(uri, false) : uri.fsPath;
}

/** Lets the person choose the number of samples. */
export async function chooseSamples(draft: Draft): Promise<Draft> {
  const typed = await askText({
    title: t('Number of Samples'),
    prompt: t('How many responses to sample for the question'),
    value: String(draft.samples),
    validateInput: (value) =>
      /^\s*\d+\s*$/.test(value) && Number(value) >= 1 && Number(value) <= 64
        ? null
        : t('Enter a whole number from 1 to 64.'),
  });
  return typed === undefined ? draft : { ...draft, samples: Number(typed) };
}

interface SamplingField {
  readonly key: keyof Sampling;
  readonly label: string;
  readonly prompt: string;
  readonly least: number;
  readonly most: number;
  readonly whole: boolean;
}

const FIELDS: readonly SamplingField[] = [
  {
    key: 'temperature',
    label: 'temperature',
    get prompt() {
      return t('0 always takes the most likely token; higher values vary more.');
    },
    least: 0,
    most: 2,
    whole: false,
  },
  {
    key: 'top_p',
    label: 'top_p',
    get prompt() {
      return t('Nucleus sampling: above 0, up to 1.');
    },
    least: 0.01,
    most: 1,
    whole: false,
  },
  {
    key: 'repetition_penalty',
    label: 'repetition_penalty',
    get prompt() {
      return t('1 is none; the papers use 1.05.');
    },
    least: 0.1,
    most: 2,
    whole: false,
  },
  {
    key: 'max_tokens',
    label: 'max_tokens',
    get prompt() {
      return t('Maximum tokens of one sample.');
    },
    least: 1,
    most: 1_000_000,
    whole: true,
  },
  {
    key: 'seed',
    label: 'seed',
    get prompt() {
      return t('A whole number makes sampling repeatable. Leave it empty for none.');
    },
    least: 0,
    most: Number.MAX_SAFE_INTEGER,
    whole: true,
  },
];

/** Lets the person set sampling parameters, one after another, until they are done. */
export async function chooseSampling(draft: Draft, effective: Sampling): Promise<Draft> {
  let sampling = draft.sampling;
  for (;;) {
    const now = { ...effective, ...sampling };
    const choice = await pickItem(
      [
        ...FIELDS.map((field) => ({
          label: field.label,
          description: String(now[field.key] ?? t('none')),
          field,
        })),
        { label: t('Done'), field: null },
      ],
      { title: t('Sampling') },
    );
    if (!choice?.field) return { ...draft, sampling };
    const { field } = choice;
    const typed = await askText({
      title: field.label,
      prompt: field.prompt,
      value: now[field.key] === null ? '' : String(now[field.key]),
      validateInput: (value) => (readField(field, value) === undefined ? describeRange(field) : null),
    });
    const value = typed === undefined ? undefined : readField(field, typed);
    if (value !== undefined) sampling = { ...sampling, [field.key]: value };
  }
}

function describeRange(field: SamplingField): string {
  if (field.key === 'seed') return t('Enter a whole number, or nothing.');
  return field.whole
    ? t('Enter a whole number from {0} to {1}.', field.least, field.most)
    : t('Enter a number from {0} to {1}.', field.least, field.most);
}

function readField(field: SamplingField, text: string): number | null | undefined {
  if (text.trim() === '') return field.key === 'seed' ? null : undefined;
  const value = Number(text);
  const fits = Number.isFinite(value) && value >= field.least && value <= field.most;
  return fits && (!field.whole || Number.isInteger(value)) ? value : undefined;
}
