/** Search among options: ignores accents, case and full-width letters, and matches the beginning of any word. */

/** Searchable texts: the label, the detail, and hidden keywords such as a code. */
export type Searchable = {
  readonly label: string;
  readonly detail?: string | undefined;
  readonly keywords?: string | undefined;
};

/**
 * The options that contain every word of `query`, in order, those whose label begins with it first; all of them for an
 * empty query.
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

/** A text for comparison: without accents, case and full-width letters. */
export function plainText(text: string): string {
  return (
    text
      .normalize('NFKD')
      .replaceAll(/\p{Diacritic}/gu, '')
      // Letters that Unicode does not decompose.
      .replaceAll(/[đĐ]/g, 'd')
      .toLowerCase()
  );
}
