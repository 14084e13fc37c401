/** Channels of the exchange, shared by deposits and withdrawals. */
import type { Module } from '../../module.ts';
import { CURRENCY_COMMANDS } from './currencyCommands.ts';

export const channels: Module = { commands: CURRENCY_COMMANDS };
