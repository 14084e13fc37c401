/** Databases whose transactions are cut off in the middle, as by a crash, for tests of the remaining state. */
import type { Database, Transaction } from '../db/database.ts';

/** The error of a transaction that is cut off. */
export class CutOffError extends Error {}

/** A database whose transactions all fail: at their n-th statement, or before their commit if they have fewer. */
export function cutOffAt(db: Database, statement: number): Database {
  const transaction: Database['transaction'] = (work, config) =>
    db.transaction(async (tx) => {
      await work(counting(tx, statement));
      throw new CutOffError();
    }, config);
  return overriding(db, { transaction });
}

function counting(tx: Transaction, statement: number): Transaction {
  return countingDown(tx, { left: statement });
}

function countingDown(tx: Transaction, count: { left: number }): Transaction {
  const execute = (query: Parameters<Transaction['execute']>[0]) => {
    count.left -= 1;
    if (count.left < 0) throw new CutOffError();
    return tx.execute(query);
  };
  // Savepoints belong to the cut off transaction.
  const transaction: Transaction['transaction'] = (work) => tx.transaction((inner) => work(countingDown(inner, count)));
  return overriding(tx, { execute, transaction } as Partial<Transaction>);
}

function overriding<T extends object>(target: T, own: Partial<T>): T {
  return new Proxy(target, {
    get: (of, name) => {
      const value: unknown = Reflect.get(name in own ? own : of, name);
      return typeof value === 'function' ? value.bind(of) : value;
    },
  });
}
