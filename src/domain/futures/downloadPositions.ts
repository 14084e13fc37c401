/** Positions as a CSV file, made by the exchange, by the filter of their list. */
import * as z from 'zod/mini';
import { POSITIONS_CSV_PATH, positionsCsvRequest } from '@halyard/contract/futures/calls';
import { downloadFile } from '../../shared/api/downloadFile.ts';
import type { PositionFilter } from './futuresApi.ts';

/** Reads the positions of a filter, all of them without one, and hands the file to the user. */
export function downloadPositions(filter: PositionFilter) {
  return downloadFile({
    path: POSITIONS_CSV_PATH,
    query: z.encode(positionsCsvRequest, filter),
    name: 'positions.csv',
  });
}
