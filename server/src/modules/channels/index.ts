/** The ways into and out of the exchange, which deposits and withdrawals share. */
import type { Module } from '../../module.ts';
import { CURRENCY_COMMANDS } from './currencyCommands.ts';

export const channels: Module = { commands: CURRENCY_COMMANDS };
