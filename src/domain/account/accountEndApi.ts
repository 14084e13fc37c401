/** The end of the account, and the file with everything about its user. */
import {
  closeAccount,
  DATA_EXPORT_PATH,
  getAccountClosing,
  getDataExport,
  keepAccount,
  requestDataExport,
  type AccountClosing,
  type DataExport,
} from '@halyard/contract/account/calls';
import { noParameters } from '@halyard/contract/codec';
import { toCall } from '../../shared/api/baseQuery.ts';
import { createDownload } from '../../shared/api/downloadFile.ts';
import { emptyApi } from '../../shared/api/emptyApi.ts';

export const {
  useGetAccountClosingQuery,
  useCloseAccountMutation,
  useKeepAccountMutation,
  useGetDataExportQuery,
  useRequestDataExportMutation,
} = emptyApi.injectEndpoints({
  endpoints: (build) => ({
    getAccountClosing: build.query<AccountClosing, void>({
      query: () => toCall(getAccountClosing, {}),
      providesTags: ['Security', 'Wallet', 'Order', 'Position', 'Option'],
      extraOptions: { errors: 'inline' },
    }),
    /** The page shows errors. */
    closeAccount: build.mutation<AccountClosing, void>({
      query: () => toCall(closeAccount, {}),
      invalidatesTags: ['Security'],
      extraOptions: { isMoneyMutation: true, errors: 'inline' },
    }),
    keepAccount: build.mutation<AccountClosing, void>({
      query: () => toCall(keepAccount, {}),
      invalidatesTags: ['Security'],
      extraOptions: { isMoneyMutation: true, errors: 'inline' },
    }),
    /** The message that a file is ready invalidates it. */
    getDataExport: build.query<DataExport | null, void>({
      query: () => toCall(getDataExport, {}),
      providesTags: ['Message', 'Security'],
      extraOptions: { errors: 'inline' },
    }),
    requestDataExport: build.mutation<DataExport, void>({
      query: () => toCall(requestDataExport, {}),
      invalidatesTags: ['Security'],
      extraOptions: { errors: 'inline' },
    }),
  }),
});

/** Needs a step-up, which the download asks for. */
export const downloadEverything = createDownload(DATA_EXPORT_PATH, 'halyard-data.zip', noParameters);
