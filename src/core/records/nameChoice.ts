import type { MissedPage, NamedChoice, PagePlace, RecordedChoice } from './pageChoice.ts';

/** A choice with the documents by the names of their files. */
export function nameChoice({
  choice: { way, most, retriever, pages, gold, goldElsewhere = [] },
  documents,
}: RecordedChoice): NamedChoice {
  const isSame = (one: PagePlace, other: PagePlace): boolean =>
    one.document === other.document && one.page === other.page;
  const nameOf = ({ document }: PagePlace): string => fileName(documents[document] ?? '');
  const elsewhere = goldElsewhere.map((path) => ({
    document: fileName(path),
    page: 1,
    place: null,
    rank: null,
  }));
  return {
    way,
    most,
    retriever,
    pages: pages.map((each) => ({
      document: nameOf(each),
      page: each.page,
      place: placeOf(each),
      score: each.score,
      reason: each.reason,
      isSent: each.isSent,
      isGold: gold?.some((place) => isSame(place, each)) === true,
    })),
    missed:
      gold
        ?.filter((place) => !pages.some((each) => each.isSent && isSame(place, each)))
        .map((place): MissedPage => {
          const at = pages.findIndex((each) => each.score !== null && isSame(place, each));
          return {
            document: nameOf(place),
            page: place.page,
            place: placeOf(place),
            rank: at === -1 ? null : at + 1,
          };
        })
        .concat(elsewhere) ?? null,
  };
}

const placeOf = ({ document, page }: PagePlace): PagePlace => ({ document, page });

const fileName = (path: string): string => path.replaceAll('\\', '/').split('/').at(-1) ?? '';
