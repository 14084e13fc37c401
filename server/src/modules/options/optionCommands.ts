/**
 * `operator options` and `operator exposure options`: versions of terms, which are added and never changed, suggested
 * bands, and open options.
 */
import { sql } from 'drizzle-orm';
import { ZERO } from '@halyard/contract/money';
import { breakEvenPercent, houseEdgePercent } from '@halyard/contract/options/rules';
import { rowsOf, type Reader } from '../../db/database.ts';
import { listMarketRecords } from '../../market/marketRecord.ts';
import { formatFields, formatInstant, formatTable } from '../../operator/text.ts';
import { createTermCommands } from '../../terms/termCommands.ts';
import { optionVersions, optionVersionTerms, type OptionVersion } from './versions.ts';
import { faultOf } from './versionRules.ts';

/** The commands of the group. */
export const OPTION_COMMANDS = createTermCommands({
  group: 'options',
  subject: 'option-terms',
  versions: optionVersions,
  codec: optionVersionTerms,
  publishSummary: 'add a version of terms, which nobody can change any more; options that are open keep theirs',
  columns: [
    {
      title: 'times',
      cellOf: ({ times }) => times.map(({ seconds, profitRatio }) => `${seconds} s ${profitRatio} %`).join(', '),
    },
    { title: 'markets', isRight: true, cellOf: ({ markets }) => markets.length },
    { title: 'stakes in', cellOf: ({ currencies }) => currencies.map(({ currency }) => currency).join(' ') },
  ],
  none: 'There are no terms: no market has options.',
  sheetOf,
  faultOf: async (reader, terms) =>
    faultOf(terms, { markets: await listMarketRecords(reader), currencies: await stakeNames(reader) }),
});

async function stakeNames(reader: Reader): Promise<string[]> {
  const rows = await rowsOf<{ name: string }>(
    reader,
    sql`select name from currencies where is_option order by sort, id`,
  );
  return rows.map(({ name }) => name);
}

function sheetOf({ version, effectiveAt, times, markets, entryDelays, currencies }: OptionVersion): string {
  const head = formatFields([
    ['version', version],
    ['begins (UTC)', formatInstant(effectiveAt)],
    [
      'opens',
      entryDelays === undefined
        ? 'at the last price before the purchase'
        : `at the first price from so many ms after the purchase: simulated ${entryDelays.simulated}, replay ${entryDelays.replay}, live ${entryDelays.live}`,
    ],
    ['markets', markets.map(({ symbol }) => symbol).join(', ')],
    ...markets.map(
      ({ symbol, evenBands = [] }) =>
        [`${symbol} even`, evenBands.map(({ seconds, band }) => `${seconds} s ±${band}`).join(', ') || 'none'] as const,
    ),
    ...currencies.map(
      ({ currency, feeRate, openMax, quickStakes }) =>
        [currency, `fee ${feeRate} %, ${openMax} open at most, quick stakes ${quickStakes.join(' ')}`] as const,
    ),
  ]);
  const columns = ['seconds', 'pays %', 'min', 'max', 'break-even %', 'house edge %'].map((title) => ({
    title,
    isRight: true,
  }));
  const feeRate = currencies[0]?.feeRate ?? ZERO;
  const rows = times.map(({ seconds, profitRatio, minStake, maxStake }) => {
    const rates = { profitRatio, feeRate };
    return [seconds, profitRatio, minStake, maxStake, breakEvenPercent(rates), houseEdgePercent(rates)];
  });
  return `${head}\n\n${formatTable(columns, rows, '')}`;
}
