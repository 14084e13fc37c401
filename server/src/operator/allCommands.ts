/**
 * Every command of the operator tool, in the order of its help. None of them edits a price, a result or a balance of a
 * user.
 */
import { houseCommands } from '../house/houseCommands.ts';
import { HOUSE_NEEDS, MODULES } from '../modules/all.ts';
import { SECRET_COMMANDS } from '../secrets/encryptedColumns.ts';
import { APPROVAL_COMMANDS } from './approvalStore.ts';
import { AUDIT_COMMANDS } from './auditCommands.ts';
import type { OperatorCommand } from './command.ts';
import { KEY_COMMANDS } from './operatorCommands.ts';
import { BACKUP_COMMANDS, MOVE_COMMAND } from '../backup/backupCommands.ts';
import { DATABASE_COMMANDS } from './databaseCommands.ts';
import { LEDGER_COMMANDS } from './ledgerCommands.ts';
import { reviewCommands } from './reviewCommands.ts';

/** All commands; those of a group are adjacent. */
export const ALL_COMMANDS: readonly OperatorCommand[] = [
  ...MODULES.flatMap(({ reviews = [], commands = [] }) => [...reviews.flatMap(reviewCommands), ...commands]),
  ...SECRET_COMMANDS,
  ...LEDGER_COMMANDS,
  ...houseCommands(HOUSE_NEEDS),
  ...AUDIT_COMMANDS,
  ...KEY_COMMANDS,
  ...APPROVAL_COMMANDS,
  ...DATABASE_COMMANDS,
  ...BACKUP_COMMANDS,
  MOVE_COMMAND,
];
