/** The table of bank cards: one a user. */
import { sql } from 'drizzle-orm';
import type { UserId } from '@halyard/contract/ids';
import { rowsOf, type Reader, type Transaction } from '../../db/database.ts';

/** A card as users save it and withdrawals store it. `branch` and `iban` may be empty. */
export type CardSnapshot = {
  readonly holder: string;
  readonly bankName: string;
  readonly accountNumber: string;
  readonly branch: string;
  readonly bankAddress: string;
  readonly swift: string;
  readonly iban: string;
  readonly payeeAddress: string;
  readonly postalCode: string;
};

export async function findBankCard(reader: Reader, userId: UserId): Promise<CardSnapshot | undefined> {
  const [card] = await rowsOf<CardSnapshot>(
    reader,
    sql`select holder, bank_name as "bankName", account_number as "accountNumber", branch, bank_address as "bankAddress", swift, iban,
        payee_address as "payeeAddress", postal_code as "postalCode"
      from bank_cards where user_id = ${userId}`,
  );
  return card;
}

/** Saves a card, replacing an earlier one; it is new from then on, by the database's clock. */
export async function saveCard(reader: Reader, userId: UserId, card: CardSnapshot): Promise<void> {
  await reader.execute(sql`
    insert into bank_cards (
      user_id, holder, bank_name, account_number, branch, bank_address, swift, iban, payee_address, postal_code, updated_at
    ) values (
      ${userId}, ${card.holder}, ${card.bankName}, ${card.accountNumber}, ${card.branch}, ${card.bankAddress}, ${card.swift}, ${card.iban},
      ${card.payeeAddress}, ${card.postalCode}, now()
    ) on conflict (user_id) do update set
      holder = excluded.holder, bank_name = excluded.bank_name, account_number = excluded.account_number, branch = excluded.branch,
      bank_address = excluded.bank_address, swift = excluded.swift, iban = excluded.iban, payee_address = excluded.payee_address,
      postal_code = excluded.postal_code, updated_at = excluded.updated_at`);
}

/** Deletes the card of a user; false when the user has none with this number. */
export async function deleteCard(tx: Transaction, userId: UserId, accountNumber: string): Promise<boolean> {
  const deleted = await rowsOf(
    tx,
    sql`delete from bank_cards where user_id = ${userId} and account_number = ${accountNumber} returning user_id`,
  );
  return deleted.length > 0;
}
