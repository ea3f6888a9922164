import { OCR_LANGUAGES } from '../../ocr/languages.ts';
import { wrapNames } from '../arguments/wrapNames.ts';

/** How the options about finding pages are described. */
export const RETRIEVER_OPTIONS_USAGE = `  --retriever R        bm25 (default) ranks pages by their words, embeddings by the vectors of their images,
                       hybrid by both
  --embedding-server URL   a vLLM that serves a model such as ColQwen3 or ColPali with --runner pooling; its key is
                       PAGETRACE_EMBEDDING_API_KEY
  --embedding-model M  its model (default: the first one of the server)
  --k1 K, --b B        BM25: how much more a term counts that a page has more often (default: 1.2), and how much long
                       pages are discounted (0 to 1, default: 0.75)
  --index-folder DIR   where the index is kept (default: the folder for caches)
  --ocr-language L,L   the languages of pages without text, which are recognized: ${wrapNames(OCR_LANGUAGES, 80)}
                       (default: eng). The data of others than eng is fetched from the npm registry once
                       (npm_config_registry names another one)
  --ocr-data FOLDER    a folder with the data (deu.traineddata.gz), for machines without a network`;

/** The output of `pagetrace retrieve --help`. */
export const RETRIEVE_USAGE = `pagetrace retrieve "question" FILE... [options]: the pages that fit a question, and why.

FILE is a PDF, a page image, a folder of page images, or a folder of PDFs.

  --top N              how many pages (default: 5)
  --index              only puts the documents into the index; takes no question
${RETRIEVER_OPTIONS_USAGE}
  --format table|json  default: table; docs/retrieval.md describes the JSON
  --password TEXT      the password of an encrypted PDF (or PAGETRACE_PASSWORD)
  --out FILE           writes to FILE instead of standard output

Exit status: 0 pages were found; 1 no page fits; 2 wrong arguments, or something could not be read or written;
130 interrupted (documents that are in the index stay there).
`;
