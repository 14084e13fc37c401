/** Market data for tests. They are not part of the project: they are beside it, or at HALYARD_TEST_DATA. */
import { fileURLToPath } from 'node:url';

const FOLDER = process.env['HALYARD_TEST_DATA'] ?? fileURLToPath(new URL('../../../../shared/data', import.meta.url));

/** Three weeks of one-minute candles of BTC/USDT without a gap. */
export const BITCOIN_MINUTES = `${FOLDER}/btcusdt-1m-2023-03.csv.gz`;
