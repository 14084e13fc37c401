/** Rights that commands of the operator tool need, and which commands need a second operator; each names its rule. */

/** Rights of a key. A key with any right may read. */
export const RIGHTS = ['review', 'terms', 'users', 'keys', 'backup', 'halt', 'read'] as const;
export type Right = (typeof RIGHTS)[number];

/** Requirements of a command. */
export type CommandRule = {
  readonly right: Right;
  /** `always`, or when the amount approved within a day exceeds `TWO_PERSON_OVER` or `TWO_PERSON_OPERATOR_OVER`. */
  readonly second?: 'always' | 'above-amount' | undefined;
};

export const READ: CommandRule = { right: 'read' };
/** Shows personal documents, or decides about them. */
export const REVIEW: CommandRule = { right: 'review' };
export const REVIEW_BY_TWO: CommandRule = { right: 'review', second: 'always' };
/** Shows or changes what one user has. */
export const USERS: CommandRule = { right: 'users' };
export const USERS_BY_TWO: CommandRule = { right: 'users', second: 'always' };
export const TERMS: CommandRule = { right: 'terms' };
export const TERMS_BY_TWO: CommandRule = { right: 'terms', second: 'always' };
export const KEYS: CommandRule = { right: 'keys' };
export const KEYS_BY_TWO: CommandRule = { right: 'keys', second: 'always' };
/** A right of its own, for an automated key. The tool runs the other backup commands locally. */
export const BACKUP: CommandRule = { right: 'backup' };
/** One operator must be able to act at once; the halt and its reason are public. */
export const HALT: CommandRule = { right: 'halt' };

/** Whether rights include a required one. */
export function hasRight(rights: readonly string[], right: Right): boolean {
  return right === 'read' ? rights.length > 0 : rights.includes(right);
}
