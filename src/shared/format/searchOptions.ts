/**
 * Finding among options by what people type: without accents, capitals and full-width letters, by any word's beginning.
 */

/** What can be found: by its label, its detail and words that are not shown, such as a code. */
export type Searchable = {
  readonly label: string;
  readonly detail?: string | undefined;
  readonly keywords?: string | undefined;
};

/**
 * The options that hold every word of `query`, in their order, those whose label begins with it first; all of them for
 * an empty query.
 */
export function searchOptions<Option extends Searchable>(options: readonly Option[], query: string): readonly Option[] {
  const wanted = plainText(query).trim();
  if (wanted === '') return options;
  const words = wanted.split(/\s+/);
  const found = options.filter((option) => {
    const text = plainText(`${option.label} ${option.detail ?? ''} ${option.keywords ?? ''}`);
    return words.every((word) => text.includes(word));
  });
  const isFirst = ({ label }: Option) => plainText(label).startsWith(wanted);
  return [...found.filter(isFirst), ...found.filter((option) => !isFirst(option))];
}

/** A text without accents, capitals and full-width letters, as it is compared. */
export function plainText(text: string): string {
  return (
    text
      .normalize('NFKD')
      .replaceAll(/\p{Diacritic}/gu, '')
      // Letters that Unicode does not take apart.
      .replaceAll(/[đĐ]/g, 'd')
      .toLowerCase()
  );
}
