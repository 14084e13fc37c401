/** Public evidence of fairness: rules, results of options and positions by day, and the house's capital. */
import { getFairnessSummary, getRules, getStatistics } from '@halyard/contract/transparency/figureCalls';
import { answerPublic } from '../../calls/callHandler.ts';
import type { Module } from '../../module.ts';
import { answerRules, answerStatistics, answerSummary } from './answers.ts';
import { createRulesJob } from './ruleDocuments.ts';
import { createStatisticsJob } from './statisticsJob.ts';

export const fairness: Module = {
  create: (deps) => ({
    handlers: [
      answerPublic(getRules, () => answerRules(deps)),
      answerPublic(getStatistics, ({ days }) => answerStatistics(deps, days)),
      answerPublic(getFairnessSummary, () => answerSummary(deps)),
    ],
    jobs: [createRulesJob(deps), createStatisticsJob(deps)],
  }),
};
