/** The options about how pages are found. */
export const retrieverOptions = {
  retriever: { type: 'string' },
  'embedding-server': { type: 'string' },
  'embedding-model': { type: 'string' },
  k1: { type: 'string' },
  b: { type: 'string' },
  'index-folder': { type: 'string' },
  'ocr-language': { type: 'string' },
  'ocr-data': { type: 'string' },
} as const;

/** The names of these options. */
export const RETRIEVER_OPTIONS = [
  'retriever',
  'embedding-server',
  'embedding-model',
  'k1',
  'b',
  'index-folder',
  'ocr-language',
  'ocr-data',
] as const satisfies readonly (keyof typeof retrieverOptions)[];

/** The values of these options. */
export type RetrieverValues = Readonly<Partial<Record<(typeof RETRIEVER_OPTIONS)[number], string>>>;
