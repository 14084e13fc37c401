/** What is written to users by mail and text message, in their language. */
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
type Texts = Readonly<Record<'registerCode' | 'forgetCode' | 'ownCode' | 'accountExists' | 'accountEvent', Text>>;

const TEXTS: Readonly<Record<Language, Texts>> = { en, zh, hk, jp, kr, esp, th, vnm };

/** A message with its values filled in. */
export function textOf(language: Language, kind: keyof Texts, values: Readonly<Record<string, string | number>>): Text {
  const { subject, body } = TEXTS[language][kind];
  return { subject: fillIn(subject, values), body: fillIn(body, values) };
}
