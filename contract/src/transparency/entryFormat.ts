/** Reader and writer of one kind of entry. */
import type { LineReader } from './LineReader.ts';

/** Both without the entry's first line. */
export type EntryFormat<Kind extends { readonly kind: string }> = {
  readonly read: (lines: LineReader) => Omit<Kind, 'kind'>;
  readonly write: (entry: Omit<Kind, 'kind'>) => readonly string[];
};

/** Reads an item from each of the following lines, as long as they begin with `first` when that is given. */
export function readMany<Item>(lines: LineReader, read: () => Item, first?: string): readonly Item[] {
  const items: Item[] = [];
  while (lines.hasLine(first)) items.push(read());
  return items;
}

/** Throws when an item does not come after the one before it. */
export function assertAscending<Item>(
  lines: LineReader,
  items: readonly Item[],
  isAfter: (item: Item, before: Item) => boolean,
): void {
  const isSorted = items.every((item, place) => {
    const before = items[place - 1];
    return before === undefined || isAfter(item, before);
  });
  if (!isSorted) throw lines.fault('not in ascending order');
}
