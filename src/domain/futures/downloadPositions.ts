import * as z from 'zod/mini';
import { POSITIONS_CSV_PATH, positionsCsvRequest } from '@halyard/contract/futures/calls';
import { downloadFile } from '../../shared/api/downloadFile.ts';
import type { PositionFilter } from './futuresApi.ts';

/** Saves the positions of a filter as a CSV file made by the exchange; all positions without a filter. */
export function downloadPositions(filter: PositionFilter) {
  return downloadFile({
    path: POSITIONS_CSV_PATH,
    query: z.encode(positionsCsvRequest, filter),
    name: 'positions.csv',
  });
}
