/** Messages about recurring buys: their facts, as stored, and their texts. */
import { SKIPS_MAX, type SkipReason } from '@halyard/contract/convert/planCalls';
import type { PlanId } from '@halyard/contract/ids';
import { decimal, MONEY_PLACES, round } from '@halyard/contract/money';
import { figureOf, fillIn } from '../../calls/messages.ts';
import { fillMessage, MESSAGE_TEXTS, withId, type MessageWriters } from '../../events/messageTexts.ts';

/** Facts about a date of a plan. */
type PlanFacts = {
  readonly planId: PlanId;
  readonly currency: string;
  /** USDT of a date. */
  readonly amount: string;
  readonly dueAt: string;
  /** Null when it was skipped. */
  readonly bought: { readonly received: string; readonly price: string } | null;
  readonly skipped: SkipReason | null;
  /** Whether it was bought long after its date. */
  readonly isLate: boolean;
  /** Older dates that were skipped because the exchange did not buy. */
  readonly missed: number;
  /** Whether the plan is paused now. */
  readonly isPaused: boolean;
};

/** Facts about a plan that has ended. */
type PlanEndFacts = { readonly currency: string };

declare module '../../events/messageFacts.ts' {
  interface FactsBySubject {
    readonly plan: PlanFacts;
    readonly plan_end: PlanEndFacts;
  }
}

/** Route of the app that shows a plan. */
const PLAN_ROUTE = '/pages/convert/plan';

export const planMessages: MessageWriters = {
  plan({ language }, facts) {
    const { messages, plans } = MESSAGE_TEXTS[language];
    const { planId, currency, bought, skipped, isPaused, isLate, missed } = facts;
    const figure = (value: string) => figureOf(language, decimal(value));
    const values = {
      currency,
      amount: figure(facts.amount),
      received: bought === null ? '' : figure(bought.received),
      price: bought === null ? '' : figure(round(decimal(bought.price), MONEY_PLACES, 'half-even')),
      reason: skipped === null || skipped === 'missed' ? '' : plans.skipped[skipped],
      count: String(SKIPS_MAX),
      due: facts.dueAt.slice(0, 16).replace('T', ' '),
      missed: String(missed),
    };
    const more = [...(isLate ? [plans.late] : []), ...(missed > 0 ? [plans.missed] : [])];
    return fillMessage(
      messages[isPaused ? 'plan_paused' : bought === null ? 'plan_skipped' : 'plan_bought'],
      { ...values, more: more.map((text) => fillIn(text, values)).join(' ') },
      withId(PLAN_ROUTE, planId),
    );
  },
  plan_end: ({ language }, { currency }, ref) =>
    fillMessage(MESSAGE_TEXTS[language].messages.plan_ended, { currency }, withId(PLAN_ROUTE, ref)),
};
