/** The call that lists halts, the operator's commands for them, and their document in the public log. */
import { canonicalJson } from '@halyard/contract/canonicalJson';
import { listHalts } from '@halyard/contract/halts/calls';
import { answerPublic } from '../../calls/callHandler.ts';
import { readLatest } from '../../halts/halts.ts';
import type { Module } from '../../module.ts';
import { HALT_COMMANDS } from './haltCommands.ts';

/** The document in the public log lists this many. */
const LISTED_MAX = 100;

export const halts: Module = {
  commands: HALT_COMMANDS,
  // A new version whenever a halt begins or ends.
  readRules: async (reader) => {
    const latest = await readLatest(reader, LISTED_MAX);
    return latest.length === 0 ? [] : [{ name: 'halts', text: canonicalJson(latest) }];
  },
  create: ({ halts: inForce }) => ({ handlers: [answerPublic(listHalts, async () => [...(await inForce.list())])] }),
};
