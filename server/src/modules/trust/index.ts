/** Trust products: what is offered, what users have in them, and the interest that they are paid. */
import { TRUST_CSV_PATH, trustCsvRequest } from '@halyard/contract/trust/calls';
import { REPEAT_AFTER_MS } from '../../durations.ts';
import { isBefore, pruneRows } from '../../jobs/pruneJob.ts';
import type { Module } from '../../module.ts';
import { decodeInput } from '../../plugins/calls.ts';
import { readTermTexts } from '../../terms/ruleTexts.ts';
import { ENTRIES } from './entryLabels.ts';
import { createTrustHandlers } from './handlers.ts';
import { readOrdersCsv } from './ordersCsv.ts';
import { createPayJob } from './payJob.ts';
import { TRUST_COMMANDS } from './trustCommands.ts';
import { trustVersions, trustVersionTerms } from './versions.ts';

export const trust: Module = {
  readRules: (reader) => readTermTexts(reader, 'trust-terms', { versions: trustVersions, codec: trustVersionTerms }),
  entries: ENTRIES,
  commands: TRUST_COMMANDS,
  pruners: { 'trust-quotes': pruneRows('trust_quotes', (nowMs) => isBefore('valid_until', nowMs)) },
  csvFiles: [
    {
      path: TRUST_CSV_PATH,
      name: 'trust',
      open: (db, userId, query) => readOrdersCsv(db, userId, decodeInput(trustCsvRequest, query)),
    },
  ],
  create(deps) {
    const takeTurn = deps.rates.counter('trust', { max: 1, windowMs: REPEAT_AFTER_MS });
    return { handlers: createTrustHandlers({ ...deps, takeTurn }), jobs: [createPayJob(deps)] };
  },
};
