import { sql } from 'drizzle-orm';
import { rowsOf, type Reader } from '../../db/database.ts';
import { listMarketRecords } from '../../market/marketRecord.ts';
import { formatFields, formatInstant, formatTable } from '../../operator/text.ts';
import { createTermCommands } from '../../terms/termCommands.ts';
import { futuresVersions, futuresVersionTerms, type FuturesMarketTerms, type FuturesVersion } from './versions.ts';
import { faultOf } from './versionRules.ts';

/** The commands of the group. */
export const FUTURES_COMMANDS = createTermCommands({
  group: 'contracts',
  subject: 'contract-terms',
  versions: futuresVersions,
  codec: futuresVersionTerms,
  publishSummary: 'add a version of terms, which nobody can change any more; positions and orders keep theirs',
  columns: [
    { title: 'markets', cellOf: ({ markets }) => markets.map(({ symbol }) => symbol).join(' ') },
    { title: 'positions', isRight: true, cellOf: ({ positionsMax }) => positionsMax },
    { title: 'orders', isRight: true, cellOf: ({ pendingMax }) => pendingMax },
  ],
  none: 'There are no terms: no market has contracts.',
  sheetOf,
  faultOf: async (reader, terms) =>
    faultOf(terms, { markets: await listMarketRecords(reader), currencies: await marginNames(reader) }),
});

async function marginNames(reader: Reader): Promise<string[]> {
  const rows = await rowsOf<{ name: string }>(
    reader,
    sql`select name from currencies where is_contract order by sort, id`,
  );
  return rows.map(({ name }) => name);
}

const COLUMNS: readonly (readonly [title: string, cellOf: (market: FuturesMarketTerms) => string])[] = [
  ['market', ({ symbol }) => symbol],
  ['lot', ({ lot }) => lot],
  ['lots', ({ minLots, maxLots }) => `${minLots} to ${maxLots}`],
  ['leverage', ({ leverages }) => leverages.join(' ')],
  ['spread', ({ spread }) => spread],
  ['fee %', ({ feeRate }) => feeRate],
  ['night %', ({ overnightRate }) => overnightRate],
  ['close-out %', ({ closeOutLevel }) => closeOutLevel],
  ['wins at most', ({ profitCap }) => `${profitCap} margins`],
  ['tiers', ({ tiers }) => tiers.map(({ notional, leverage }) => `${notional}: ${leverage}`).join(', ')],
];

function sheetOf({ version, effectiveAt, markets, positionsMax, pendingMax }: FuturesVersion): string {
  const head = formatFields([
    ['version', version],
    ['begins (UTC)', formatInstant(effectiveAt)],
    ['positions of a user', `${positionsMax} at most, and ${pendingMax} orders that wait`],
  ]);
  const columns = COLUMNS.map(([title]) => ({ title, isRight: title !== 'market' && title !== 'tiers' }));
  const rows = markets.map((market) => COLUMNS.map(([, cellOf]) => cellOf(market)));
  return `${head}\n\n${formatTable(columns, rows, '')}`;
}
