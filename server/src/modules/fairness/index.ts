/** What the exchange shows of itself to everybody: its rules, how contracts end, what stands behind them. */
import { getFairnessSummary, getRules, getStatistics } from '@halyard/contract/calls/fairnessFigures';
import { answerPublic } from '../../calls/callHandler.ts';
import type { Module } from '../../module.ts';
import { tellRules, tellStatistics, tellSummary } from './answers.ts';
import { createRulesKind } from './ruleDocuments.ts';
import { createStatisticsKind } from './statisticsKind.ts';

export const fairness: Module = {
  create: (deps) => ({
    handlers: [
      answerPublic(getRules, () => tellRules(deps)),
      answerPublic(getStatistics, ({ days }) => tellStatistics(deps, days)),
      answerPublic(getFairnessSummary, () => tellSummary(deps)),
    ],
    dueKinds: [createRulesKind(deps), createStatisticsKind(deps)],
  }),
};
