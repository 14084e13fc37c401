/** What says when it happened; servers of the family tell whole seconds. */
export type Dated = { readonly at?: string | undefined; readonly createdAt: string };

/** When something happened, in milliseconds. */
export function momentOf(row: Dated): number {
  return Date.parse(row.at ?? row.createdAt);
}
