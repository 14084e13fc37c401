/** Messages about settled options: their facts, as stored, and their texts. */
import { add, decimal, isPositive, toFixedText } from '@halyard/contract/money';
import { returnOf, type Direction, type OptionResult, type VoidReason } from '@halyard/contract/options/rules';
import { numberText, fillIn } from '../../calls/messages.ts';
import { fillMessage, MESSAGE_TEXTS, withId, type MessageWriters } from '../../events/messageFacts.ts';

type OptionFacts = {
  readonly result: OptionResult;
  /** Reason of a void option. */
  readonly reason: VoidReason | null;
  readonly symbol: string;
  /** Currency of the stake. */
  readonly currency: string;
  /** Decimals of the market's prices. */
  readonly places: number;
  readonly direction: Direction;
  readonly seconds: number;
  readonly stake: string;
  readonly fee: string;
  readonly payout: string;
  readonly openPrice: string;
  /** Null when no price was received. */
  readonly endPrice: string | null;
};

declare module '../../events/messageFacts.ts' {
  interface FactsBySubject {
    readonly option: OptionFacts;
  }
}

export const optionMessages: MessageWriters = {
  /** With the fee, if one was kept. */
  option({ language }, facts, ref) {
    const { result, reason, direction, symbol, currency, places } = facts;
    const texts = MESSAGE_TEXTS[language];
    const figure = (value: string) => numberText(language, value);
    const price = (value: string) => figure(toFixedText(decimal(value), places));
    const [stake, fee, payout] = [decimal(facts.stake), decimal(facts.fee), decimal(facts.payout)];
    const values = {
      symbol,
      currency,
      stake: figure(stake),
      fee: figure(fee),
      payout: figure(payout),
      direction: texts.options[direction],
      seconds: String(facts.seconds),
      open: price(facts.openPrice),
      end: facts.endPrice === null ? '' : price(facts.endPrice),
      returned: figure(returnOf(result, { stake, fee, payout, held: add(stake, fee) })),
      reason: reason === null ? '' : texts.options[reason],
    };
    const message = fillMessage(texts.messages[`option_${result}`], values, withId('/pages/option/detail', ref));
    if (result === 'void' || !isPositive(fee)) return message;
    return { ...message, text: `${message.text} ${fillIn(texts.options.fee, values)}` };
  },
};
