/** Rights that the commands of the operator tool need, and which of them need a second operator. */
import type { OperatorCommand } from './command.ts';

/** Rights of a key. A key with any right may read. */
export const RIGHTS = ['review', 'terms', 'users', 'keys', 'backup', 'read'] as const;
export type Right = (typeof RIGHTS)[number];

/** Requirements of a command. */
export type CommandRule = {
  readonly right: Right;
  /** `always`, or when the amount approved within a day exceeds `TWO_PERSON_OVER` or `TWO_PERSON_OPERATOR_OVER`. */
  readonly second?: 'always' | 'above-amount';
};

const READ: CommandRule = { right: 'read' };
const REVIEW: CommandRule = { right: 'review' };
const USERS: CommandRule = { right: 'users' };
const TERMS: CommandRule = { right: 'terms' };
const TERMS_BY_TWO: CommandRule = { right: 'terms', second: 'always' };
const KEYS: CommandRule = { right: 'keys' };
const KEYS_BY_TWO: CommandRule = { right: 'keys', second: 'always' };
/** Shows personal documents, or marks chats as read. */
const reviews = { list: READ, show: REVIEW, approve: REVIEW, reject: REVIEW };
const money = { ...reviews, approve: { right: 'review', second: 'above-amount' } } as const;
const guards = { ...reviews, approve: { right: 'review', second: 'always' } } as const;
const versions = { list: READ, terms: READ, publish: TERMS_BY_TWO };

const RULES: Readonly<Record<string, Readonly<Record<string, CommandRule>>>> = {
  deposits: money,
  withdrawals: money,
  identity: { ...reviews, end: { right: 'review', second: 'always' } },
  // Removing a user's security protection needs two operators.
  unfreeze: guards,
  factors: guards,
  'fund-passwords': guards,
  subscriptions: reviews,
  users: { list: READ, show: READ, logout: USERS },
  chat: { list: READ, show: USERS, answer: USERS },
  currencies: { list: READ, show: READ, set: TERMS_BY_TWO },
  articles: { list: READ, show: READ, publish: TERMS, withdraw: TERMS, restore: TERMS },
  options: { ...versions, 'suggest-bands': READ },
  contracts: versions,
  trust: { ...versions, close: TERMS_BY_TWO },
  offers: { list: READ, show: READ, fund: TERMS_BY_TWO, publish: TERMS_BY_TWO, close: TERMS_BY_TWO },
  rebates: { ...versions, partners: READ, 'add-partner': TERMS, 'end-partner': TERMS },
  // Rates affect displayed totals only, never money.
  rates: { list: READ, set: TERMS },
  exposure: { options: READ, contracts: READ, insurance: READ },
  log: { check: READ, 'rotate-key': KEYS_BY_TWO, new: KEYS_BY_TWO, resume: KEYS_BY_TWO },
  secrets: { rotate: KEYS },
  database: { roles: KEYS },
  // A right of its own, for an automated key. The tool runs the other backup commands locally.
  backup: { make: { right: 'backup' }, check: READ, restore: READ, key: READ },
  ledger: { list: READ, show: READ, check: READ },
  audit: { list: READ, check: READ },
  operators: { list: READ, add: KEYS_BY_TWO, revoke: KEYS_BY_TWO, rights: KEYS_BY_TWO },
  // Confirming also needs the right of the confirmed command.
  approvals: { list: READ, show: READ, confirm: READ },
  // The tool makes a key locally.
  keys: { new: READ },
};

/** Rule of a command; undefined when it has none, and then it cannot be signed. */
export function ruleOf({ group, name }: Pick<OperatorCommand, 'group' | 'name'>): CommandRule | undefined {
  const rules = Object.hasOwn(RULES, group) ? RULES[group] : undefined;
  return rules !== undefined && Object.hasOwn(rules, name) ? rules[name] : undefined;
}

/** Whether rights include a required one. */
export function hasRight(rights: readonly string[], right: Right): boolean {
  return right === 'read' ? rights.length > 0 : rights.includes(right);
}
