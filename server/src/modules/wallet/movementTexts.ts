/** What is written beside a movement, in the language of the request. */
import type { UserMovementKind } from '@halyard/contract/calls/records';
import type { AccountKind } from '@halyard/contract/calls/wallet';
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

type TextKey = Exclude<UserMovementKind, 'transfer'> | 'transfer_out' | 'transfer_in';
type Texts = {
  readonly movements: Readonly<Record<TextKey, string>>;
  readonly accounts: Readonly<Record<AccountKind, string>>;
};

const TEXTS: Readonly<Record<Language, Texts>> = { en, zh, hk, jp, kr, esp, th, vnm };

/** The text of a movement that is no transfer. */
export function movementText(language: Language, kind: Exclude<UserMovementKind, 'transfer'>): string {
  return TEXTS[language].movements[kind];
}

/** The text of one side of a transfer; `other` is the account at the other end. */
export function transferText(language: Language, other: AccountKind, isIn: boolean): string {
  const { movements, accounts } = TEXTS[language];
  return fillIn(movements[isIn ? 'transfer_in' : 'transfer_out'], { account: accounts[other] });
}
