/** Calls of legacy clients for features that this exchange does not have, answered so that their pages open. */
import { listLegacyFavourites } from '@halyard/contract/legacy-clients/calls';
import { answerUser } from '../calls/callHandler.ts';
import type { Module } from '../module.ts';

export const legacyClients: Module = {
  create: () => ({
    handlers: [answerUser(listLegacyFavourites, async () => [])],
  }),
};
