/** Every command of the operator's tool, in the order of its help. None of them edits a price, an outcome or a balance. */
import type { OperatorCommand } from './command.ts';
import { ARTICLE_COMMANDS } from './commands/articleCommands.ts';
import { AUDIT_COMMANDS } from './commands/auditCommands.ts';
import { CHAT_COMMANDS } from './commands/chatCommands.ts';
import { CURRENCY_COMMANDS } from './commands/currencyCommands.ts';
import { DEPOSIT_COMMANDS } from './commands/depositCommands.ts';
import { IDENTITY_COMMANDS } from './commands/identityCommands.ts';
import { LEDGER_COMMANDS } from './commands/ledgerCommands.ts';
import { USER_COMMANDS } from './commands/userCommands.ts';
import { WITHDRAWAL_COMMANDS } from './commands/withdrawalCommands.ts';

/** All commands; those of a group stand together. */
export const ALL_COMMANDS: readonly OperatorCommand[] = [
  ...DEPOSIT_COMMANDS,
  ...WITHDRAWAL_COMMANDS,
  ...IDENTITY_COMMANDS,
  ...USER_COMMANDS,
  ...CHAT_COMMANDS,
  ...CURRENCY_COMMANDS,
  ...ARTICLE_COMMANDS,
  ...LEDGER_COMMANDS,
  ...AUDIT_COMMANDS,
];
