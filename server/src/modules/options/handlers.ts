/** The calls of what is offered and bought. */
import { getOptionFigures, quoteOption } from '@halyard/contract/calls/fairness';
import { buyOption, listDeliveryTimes, listStakeCurrencies } from '@halyard/contract/calls/options';
import { getOwnLimits, setOwnLimits } from '@halyard/contract/calls/ownLimits';
import { answerPublic, answerUser, type CallHandler } from '../../calls/callHandler.ts';
import type { ModuleDeps } from '../../module.ts';
import { quote, readDeliveryTimes, readStakeCurrencies } from './deliveryTimes.ts';
import { createFigures } from './figures.ts';
import { tellOwnLimits, writeOwnLimits } from './ownLimits.ts';
import { purchase, REPEAT_AFTER_MS } from './purchase.ts';

/** Makes their handlers; `startedAtMs` is since when this exchange runs. */
export function createOfferHandlers(deps: ModuleDeps & { readonly startedAtMs: number }): readonly CallHandler[] {
  const { db, clock, rates } = deps;
  const takeTurn = rates.counter('options', { max: 1, windowMs: REPEAT_AFTER_MS });
  const readFigures = createFigures(deps);
  return [
    answerPublic(listDeliveryTimes, (request) => readDeliveryTimes(deps, request)),
    answerPublic(quoteOption, (request) => quote(deps, request)),
    answerPublic(getOptionFigures, () => readFigures()),
    answerUser(listStakeCurrencies, (_request, { user }) => readStakeCurrencies(deps, user.id)),
    answerUser(buyOption, (request, { user }) => purchase({ ...deps, takeTurn }, user.id, request)),
    answerUser(getOwnLimits, (_request, { user }) => tellOwnLimits(db, user.id, clock.nowMs())),
    answerUser(setOwnLimits, (request, { user }) => writeOwnLimits(deps, user.id, request)),
  ];
}
