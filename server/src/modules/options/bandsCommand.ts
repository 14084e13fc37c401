import { listMarketRecords } from '../../market/marketRecord.ts';
import { CommandError, type OperatorCommand } from '../../operator/command.ts';
import { formatTable } from '../../operator/text.ts';
import { suggestBands } from './evenBands.ts';
import { isOpenFor, timesOf } from './currentTerms.ts';
import { versionAt } from './versions.ts';

const COLUMNS = ['market', 'seconds', 'band', 'chance %', 'pays %'].map((title) => ({
  title,
  isRight: title !== 'market',
}));

export const BANDS_COMMAND: OperatorCommand = {
  group: 'options',
  name: 'suggest-bands',
  args: [],
  options: [],
  summary: 'bands of even whose chance is nearest to 10 % at the last prices; --json writes them as terms have them',
  run: async ({ db, clock }) => {
    const version = await versionAt(db, clock.nowMs());
    if (version === undefined) throw new CommandError('there are no terms yet, so there are no delivery times');
    const markets = (await listMarketRecords(db)).filter(
      (market) => isOpenFor(version, market) && market.source === 'simulated',
    );
    const suggested = markets.map((market) => ({
      symbol: market.symbol,
      bands: suggestBands(market, timesOf(version, market)),
    }));
    const rows = suggested.flatMap(({ symbol, bands }) =>
      bands.map(({ seconds, band, chance, ratio }) => [symbol, seconds, band, chance, ratio]),
    );
    return {
      data: suggested.map(({ symbol, bands }) => ({
        market: symbol,
        even_bands: bands.map(({ seconds, band }) => ({ seconds, band })),
      })),
      text: formatTable(COLUMNS, rows, 'No market with options has simulated prices: even is not offered.'),
    };
  },
};
