/** How simulated prices are made, as the public log has it. */
import { KEYED_MODEL } from '@halyard/contract/transparency/fixedKeys';
import { HISTORY_KEY } from '@halyard/contract/transparency/seedChain';
import { COIN_MODELS } from '@halyard/contract/market/simulatedModel';

const coins = [...COIN_MODELS].map(
  ([symbol, { anchor, volatility, dailyVolume }]) =>
    `${symbol}: begins near ${anchor}, deviation of a year's logarithmic return ${volatility}, ${dailyVolume} a day`,
);

/** What anybody needs to compute a day again is in the code that is named here, and in the key of the day. */
export const SIMULATED_PRICES = `${KEYED_MODEL}
Every second the logarithm of a price moves by s z - s s / 2: s is the deviation of a second, z is sums of random words
of the tick. So the expected price is the one before, whatever was before.
The random words of a tick are HMAC-SHA-512 of "<market>|<unix time in ms>". Its key is HMAC-SHA-256(K, "ticks"), where K
is the key of the UTC day. The keys of all days are a chain of hashes whose anchor is in the log before the first price;
each is shown in the log after its day. What came before the log is made with the key "${HISTORY_KEY}".
The code is contract/src/market/simulatedModel.ts; "halyard-verify day" runs it.
${coins.join('\n')}
`;
