/** Texts and links of messages, in the reader's language. Each module writes those of its subjects. */
import type { Language } from '@halyard/contract/languages';
import { fillIn } from '../calls/messages.ts';
import type { Facts, MessageFacts, Subject } from './messageFacts.ts';
import en from './texts/en.json' with { type: 'json' };
import esp from './texts/esp.json' with { type: 'json' };
import hk from './texts/hk.json' with { type: 'json' };
import jp from './texts/jp.json' with { type: 'json' };
import kr from './texts/kr.json' with { type: 'json' };
import th from './texts/th.json' with { type: 'json' };
import vnm from './texts/vnm.json' with { type: 'json' };
import zh from './texts/zh.json' with { type: 'json' };

export type MessageTexts = typeof en;

/** Text of a message, and the route of the app (`src/shared/navigation/paths.ts`) that shows its subject. */
export type Message = { readonly title: string; readonly text: string; readonly link: string };

export type MessageReader = { readonly language: Language; readonly isSandbox: boolean };

/**
 * Writers of messages by their subject; `ref` is the id of the subject's row. A title has no amounts, prices or
 * addresses; amounts in a text have all their digits.
 */
export type MessageWriters = {
  readonly [S in Subject]?: (reader: MessageReader, facts: Facts<S>, ref: number) => Message;
};

/** Writes a message of any subject. */
export type WriteMessage = (reader: MessageReader, facts: MessageFacts, ref: number) => Message;

export const MESSAGE_TEXTS: Readonly<Record<Language, MessageTexts>> = { en, zh, hk, jp, kr, esp, th, vnm };

/** Fills the values into a text; `link` is the route that shows the subject. */
export function fillMessage(
  { title, text }: MessageTexts['messages'][keyof MessageTexts['messages']],
  values: Readonly<Record<string, string>>,
  link: string,
): Message {
  return { title: fillIn(title, values), text: fillIn(text, values).trim(), link };
}

/** Adds a market to a route. */
export function withSymbol(path: string, symbol: string): string {
  return `${path}?${new URLSearchParams({ symbol }).toString()}`;
}

/** Adds the id of a row to a route. */
export function withId(path: string, id: number): string {
  return `${path}?id=${id}`;
}
