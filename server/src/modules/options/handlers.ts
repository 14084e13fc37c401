/** The calls of what is offered and bought. */
import { getOptionFigures, quoteOption } from '@halyard/contract/transparency/calls';
import { buyOption, listDeliveryTimes, listStakeCurrencies } from '@halyard/contract/options/calls';
import { getSelfLimits, setSelfLimits } from '@halyard/contract/options/selfLimitCalls';
import { answerPublic, answerUser, type CallHandler } from '../../calls/callHandler.ts';
import { REPEAT_AFTER_MS } from '../../durations.ts';
import type { ModuleDeps } from '../../module.ts';
import { quote, readDeliveryTimes, readStakeCurrencies } from './deliveryTimes.ts';
import { createFigures } from './figures.ts';
import { answerSelfLimits, writeSelfLimits } from './selfLimits.ts';
import { purchase } from './purchase.ts';

/** Makes their handlers; `startedAtMs` is since when this exchange runs. */
export function createOfferingHandlers(deps: ModuleDeps & { readonly startedAtMs: number }): readonly CallHandler[] {
  const { db, clock, rates } = deps;
  const takeTurn = rates.counter('options', { max: 1, windowMs: REPEAT_AFTER_MS });
  const readFigures = createFigures(deps);
  return [
    answerPublic(listDeliveryTimes, (request) => readDeliveryTimes(deps, request)),
    answerPublic(quoteOption, (request) => quote(deps, request)),
    answerPublic(getOptionFigures, () => readFigures()),
    answerUser(listStakeCurrencies, (_request, { user }) => readStakeCurrencies(deps, user.id)),
    answerUser(buyOption, (request, { user }) => purchase({ ...deps, takeTurn }, user.id, request)),
    answerUser(getSelfLimits, (_request, { user }) => answerSelfLimits(db, user.id, clock.nowMs())),
    answerUser(setSelfLimits, (request, { user }) => writeSelfLimits(deps, user.id, request)),
  ];
}
