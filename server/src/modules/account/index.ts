/** The end of an account, and everything about its owner as one file. */
import {
  closeAccount,
  getAccountClosing,
  getDataExport,
  keepAccount,
  requestDataExport,
} from '@halyard/contract/account/calls';
import { answerUser } from '../../calls/callHandler.ts';
import type { Module } from '../../module.ts';
import {
  cancelClosing,
  createClosingJob,
  createErasingJob,
  createForgettingJob,
  OPEN_THINGS,
  readClosing,
  requestClosing,
} from './closing.ts';
import { createExportJob, endExport, readExport, requestExport, serveExport } from './dataExport.ts';
import { USER_TABLES } from './userTables.ts';

export const account: Module = {
  userTables: USER_TABLES,
  openThings: OPEN_THINGS,
  endsWithAccount: endExport,
  create(moduleDeps) {
    const deps = { ...moduleDeps, retentionYears: moduleDeps.settings.accountRetentionYears };
    return {
      handlers: [
        answerUser(getAccountClosing, (_request, { user }) => readClosing(deps, user.id)),
        answerUser(closeAccount, (_request, { user }) => requestClosing(deps, user)),
        answerUser(keepAccount, (_request, { user }) => cancelClosing(deps, user)),
        answerUser(getDataExport, (_request, { user }) => readExport(deps.db, user.id)),
        answerUser(requestDataExport, (_request, { user }) => requestExport(deps, user)),
      ],
      jobs: [createClosingJob(deps), createErasingJob(deps), createForgettingJob(deps), createExportJob(deps)],
      serve: async (app, verifyToken) => serveExport(deps, app, verifyToken),
    };
  },
};
