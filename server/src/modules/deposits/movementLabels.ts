/** What the records call a deposit's ledger entry. */
import type { MovementLabels } from '../../module.ts';

export const MOVEMENTS: MovementLabels = {
  deposit: {
    familyNumber: 200,
    text: {
      en: 'Deposit',
      zh: '充值',
      hk: '充值',
      jp: '入金',
      kr: '입금',
      esp: 'Depósito',
      th: 'ฝากเงิน',
      vnm: 'Nạp tiền',
    },
  },
};
