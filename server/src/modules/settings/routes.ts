/** The calls about the language, the countries and what the operator set. */
import { getAppConfig, getLanguage, listCallingCodes, setLanguage } from '@halyard/contract/calls/settings';
import { languageOf } from '@halyard/contract/languages';
import { answerPublic, type CallHandler } from '../../calls/callHandler.ts';
import { callingCodesIn } from './callingCodes.ts';

type AppSettings = {
  readonly isSandbox: boolean;
  readonly mapTilesUrl: string | undefined;
  readonly mapAttribution: string | undefined;
  readonly withdrawalHoldHours: number;
};

/** The handlers. Nothing is kept: each request says its language in `language-mark`. */
export function createSettingsHandlers(settings: AppSettings): readonly CallHandler[] {
  return [
    answerPublic(setLanguage, async ({ language }) => languageOf(language)),
    answerPublic(getLanguage, async (_request, caller) => caller.language),
    answerPublic(listCallingCodes, async ({ language }, caller) => [
      ...callingCodesIn(language === undefined ? caller.language : languageOf(language)),
    ]),
    answerPublic(getAppConfig, async () => ({
      isSandbox: settings.isSandbox,
      mapTilesUrl: settings.mapTilesUrl ?? null,
      mapAttribution: settings.mapAttribution ?? null,
      withdrawalHoldHours: settings.withdrawalHoldHours,
    })),
  ];
}
