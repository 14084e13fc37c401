/**
 * The calls about the language, the countries and the operator's public settings. Nothing is stored: each request
 * carries its language in `language-mark`.
 */
import { getAppConfig, getLanguage, listCallingCodes, setLanguage } from '@halyard/contract/settings/calls';
import { languageOf } from '@halyard/contract/languages';
import { answerPublic } from '../../calls/callHandler.ts';
import type { Module } from '../../module.ts';
import { COUNTRY_COMMANDS } from './countryCommands.ts';
import { callingCodesIn } from './callingCodes.ts';

export const settings: Module = {
  commands: COUNTRY_COMMANDS,
  create: ({ isSandbox, settings: set }) => ({
    handlers: [
      answerPublic(setLanguage, async ({ language }) => languageOf(language)),
      answerPublic(getLanguage, async (_request, caller) => caller.language),
      answerPublic(listCallingCodes, async ({ language }, caller) => [
        ...callingCodesIn(language === undefined ? caller.language : languageOf(language)),
      ]),
      answerPublic(getAppConfig, async () => ({
        isSandbox,
        mapTilesUrl: set.mapTilesUrl ?? null,
        mapAttribution: set.mapAttribution ?? null,
        withdrawalHoldHours: set.withdrawalHoldHours,
      })),
    ],
  }),
};
