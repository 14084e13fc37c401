import type { Average } from './averages.ts';
import type { Recipe } from './recipe.ts';

type AverageLines = {
  /** Before the length in a line's name. */
  readonly prefix: string;
  readonly of: 'close' | 'volume';
  readonly lengths: readonly number[];
  readonly average: (length: number) => Average;
};

/** A line for each length: an average of a column. */
export function averageLines({ prefix, of, lengths, average }: AverageLines): Recipe {
  return {
    names: lengths.map((length) => `${prefix}${length}`),
    begin: () => {
      const averages = lengths.map(average);
      return (columns, index, isClosed, out) => {
        const value = columns[of][index] ?? Number.NaN;
        for (let line = 0; line < averages.length; line += 1) {
          out[line] = averages[line]?.(value, isClosed) ?? Number.NaN;
        }
      };
    },
  };
}
