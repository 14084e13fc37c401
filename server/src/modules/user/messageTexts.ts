/** Texts of mails and text messages to users, in their language. */
import type { Language } from '@halyard/contract/languages';
import { fillIn } from '../../calls/messages.ts';
import en from './texts/en.json' with { type: 'json' };
import esp from './texts/esp.json' with { type: 'json' };
import hk from './texts/hk.json' with { type: 'json' };
import jp from './texts/jp.json' with { type: 'json' };
import kr from './texts/kr.json' with { type: 'json' };
import th from './texts/th.json' with { type: 'json' };
import vnm from './texts/vnm.json' with { type: 'json' };
import zh from './texts/zh.json' with { type: 'json' };

type Text = { readonly subject: string; readonly body: string };
type Kind = 'registerCode' | 'forgetCode' | 'ownCode' | 'accountExists' | 'accountEvent';
/** Optional parts of some messages. */
type Part = 'freezeLink' | 'freezeInApp' | 'antiPhishing';
type Texts = Readonly<Record<Kind, Text>> & { readonly parts: Readonly<Record<Part, string>> };
type Values = Readonly<Record<string, string | number>>;

const TEXTS: Readonly<Record<Language, Texts>> = { en, zh, hk, jp, kr, esp, th, vnm };

/**
 * A message with its values filled in. Messages to users with an anti-phishing code contain it, so every message to a
 * user is made here.
 */
export function textOf(language: Language, kind: Kind, values: Values, antiPhishingCode: string | null = null): Text {
  const { subject, body } = TEXTS[language][kind];
  const signature =
    antiPhishingCode === null ? '' : `\n\n${partOf(language, 'antiPhishing', { code: antiPhishingCode })}`;
  // An omitted part leaves no gap.
  return { subject: fillIn(subject, values), body: fillIn(body, values).replaceAll(/\n{3,}/g, '\n\n') + signature };
}

/** A part of a message. */
export function partOf(language: Language, part: Part, values: Values = {}): string {
  return fillIn(TEXTS[language].parts[part], values);
}
