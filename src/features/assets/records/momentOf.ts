/** When something happened, in milliseconds. Servers of the family tell whole seconds. */
export function momentOf(row: { readonly at?: string | undefined; readonly createdAt: string }): number {
  return Date.parse(row.at ?? row.createdAt);
}
