/**
 * Rights of the server's own role (`roles.ts`) on each table: all row operations except for the tables named here. A
 * table whose triggers forbid changes must be named (`roles.test.ts` checks that).
 */

/** Rows are inserted and never changed or deleted, except by functions that prune old ones. */
const APPEND_ONLY = [
  'audit_chain',
  'converts',
  'convert_plan_runs',
  'futures_receipts',
  'futures_versions',
  'ledger_checks',
  'ledger_closings',
  'ledger_entries',
  'ledger_months',
  'ledger_postings',
  'liability_owners',
  'liability_secrets',
  'liability_snapshots',
  'liability_tiles',
  'limit_versions',
  'log_checkpoints',
  'log_entries',
  'log_keys',
  'log_nodes',
  'log_successors',
  'money_rates',
  'offering_shares',
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

/** Rows are inserted and never deleted; only these columns change, and triggers allow that once. */
const WRITTEN_ONCE: Readonly<Record<string, readonly string[]>> = { log_commits: ['idx'], log_pending: ['idx'] };

/** Rows change and are never deleted. */
const NEVER_DELETED = [
  'convert_plans',
  'futures_positions',
  'currencies',
  'deposits',
  'halts',
  'house_takes',
  'identity_checks',
  'ledger_accounts',
  'log_cosigned',
  'log_series',
  'markets',
  'offerings',
  'operator_approvals',
  'operator_keys',
  'options',
  'price_series',
  'rebates',
  'offering_subscriptions',
  'transfers',
  'trust_orders',
  'users',
  'withdrawals',
] as const;

/** Only migrations write these. */
const OWNER_ONLY = ['sql_functions'] as const;

/** Rights on a table. */
export type TableRights = {
  /** In alphabetical order. */
  readonly privileges: readonly string[];
  /** Columns that may be updated where the whole table may not. */
  readonly columns: readonly string[];
};

/** Rights of the server's role on a table. */
export function tableRightsOf(table: string): TableRights {
  const columns = WRITTEN_ONCE[table];
  if (columns !== undefined) return { privileges: ['INSERT', 'SELECT'], columns };
  return { privileges: privilegesOf(table), columns: [] };
}

function privilegesOf(table: string): readonly string[] {
  if (isIn(OWNER_ONLY, table)) return ['SELECT'];
  if (isIn(APPEND_ONLY, table)) return ['INSERT', 'SELECT'];
  if (isIn(NEVER_DELETED, table)) return ['INSERT', 'SELECT', 'UPDATE'];
  return ['DELETE', 'INSERT', 'SELECT', 'UPDATE'];
}

const isIn = (tables: readonly string[], table: string) => tables.includes(table);

/** All tables named here. */
export const NAMED_TABLES: readonly string[] = [
  ...APPEND_ONLY,
  ...Object.keys(WRITTEN_ONCE),
  ...NEVER_DELETED,
  ...OWNER_ONLY,
];
