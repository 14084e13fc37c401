/**
 * What the server may do with each table where it has a role of its own (`roles.ts`): everything with rows but for the
 * tables named here. A table that its triggers keep from being changed has to be named (`roles.test.ts` looks).
 */

/** Rows come and never change or go, but by functions that may forget what is old. */
const APPEND_ONLY = [
  'audit_chain',
  'contract_receipts',
  'contract_versions',
  'ledger_entries',
  'ledger_postings',
  'liability_owners',
  'liability_secrets',
  'liability_snapshots',
  'liability_tiles',
  'log_checkpoints',
  'log_entries',
  'log_keys',
  'log_nodes',
  'log_successors',
  'money_rates',
  'offer_shares',
  'operator_actions',
  'option_receipts',
  'option_versions',
  'rebate_days',
  'rebate_partners',
  'rebate_payments',
  'rebate_versions',
  'rule_documents',
  'spot_fills',
  'ticks',
  'trust_interest',
  'trust_versions',
] as const;

/** Rows come and never go; of what they say only these columns change, and triggers see that it is once. */
const SEALED: Readonly<Record<string, readonly string[]>> = { log_commits: ['idx'], log_pending: ['idx'] };

/** Rows change and never go. */
const NEVER_GONE = [
  'contract_positions',
  'currencies',
  'deposits',
  'identity_checks',
  'ledger_accounts',
  'log_cosigned',
  'log_series',
  'markets',
  'offers',
  'operator_approvals',
  'operator_keys',
  'options',
  'price_series',
  'rebates',
  'subscriptions',
  'transfers',
  'trust_orders',
  'users',
  'withdrawals',
] as const;

/** What only migrations write. */
const OF_THE_OWNER = ['sql_functions'] as const;

/** What may be done with a table. */
export type TableRights = {
  /** With all of it, in the order of the alphabet. */
  readonly privileges: readonly string[];
  /** Columns that may be changed where others may not. */
  readonly columns: readonly string[];
};

/** The rights that the server's role has on a table. */
export function tableRightsOf(table: string): TableRights {
  const sealed = SEALED[table];
  if (sealed !== undefined) return { privileges: ['INSERT', 'SELECT'], columns: sealed };
  return { privileges: privilegesOf(table), columns: [] };
}

function privilegesOf(table: string): readonly string[] {
  if (isIn(OF_THE_OWNER, table)) return ['SELECT'];
  if (isIn(APPEND_ONLY, table)) return ['INSERT', 'SELECT'];
  if (isIn(NEVER_GONE, table)) return ['INSERT', 'SELECT', 'UPDATE'];
  return ['DELETE', 'INSERT', 'SELECT', 'UPDATE'];
}

const isIn = (tables: readonly string[], table: string) => tables.includes(table);

/** Every table that is named here. */
export const NAMED_TABLES: readonly string[] = [...APPEND_ONLY, ...Object.keys(SEALED), ...NEVER_GONE, ...OF_THE_OWNER];
