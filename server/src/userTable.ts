/** Tables with rows of users, as modules declare them. */

/**
 * At the end of an account: `erase` deletes the rows. `law` keeps them for the years that the law asks for, and then
 * blanks what names the user. `numbers` stay: they are the books, without a name. `own` rows end by themselves.
 */
type Fate = 'erase' | 'law' | 'numbers' | 'own';

export type UserTable = {
  readonly table: string;
  /** Columns with the id of the user. */
  readonly by: readonly string[];
  readonly fate: Fate;
  /** Columns that the file leaves out: secrets, and what names no fact about the user. `all`: nothing of the table. */
  readonly omit: readonly string[] | 'all';
};

export function userTable(
  table: string,
  fate: Fate,
  omit: UserTable['omit'] = [],
  by: readonly string[] = ['user_id'],
): UserTable {
  return { table, by, fate, omit };
}
