/** Options as a CSV file, made by the exchange, by the filter of their list. */
import * as z from 'zod/mini';
import { OPTIONS_CSV_PATH, optionsCsvRequest } from '@halyard/contract/options/calls';
import { downloadFile } from '../../shared/api/downloadFile.ts';
import type { OptionFilter } from './optionsApi.ts';

/** Reads the options of a filter, all of them without one, and hands the file to the user. */
export function downloadOptions(filter: OptionFilter) {
  return downloadFile({ path: OPTIONS_CSV_PATH, query: z.encode(optionsCsvRequest, filter), name: 'options.csv' });
}
