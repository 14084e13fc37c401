/** The calls about the language and the countries. */
import { getLanguage, listCallingCodes, setLanguage } from '@halyard/contract/calls/settings';
import { languageOf } from '@halyard/contract/languages';
import { answerPublic, type CallHandler } from '../../callHandler.ts';
import { callingCodesIn } from './callingCodes.ts';

/** The handlers. Nothing is kept: each request says its language in `language-mark`. */
export function createSettingsHandlers(): readonly CallHandler[] {
  return [
    answerPublic(setLanguage, async ({ language }) => languageOf(language)),
    answerPublic(getLanguage, async (_request, caller) => caller.language),
    answerPublic(listCallingCodes, async ({ language }, caller) => [
      ...callingCodesIn(language === undefined ? caller.language : languageOf(language)),
    ]),
  ];
}
