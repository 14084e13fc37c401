import type { EntryLabels } from '../../module.ts';

export const ENTRIES: EntryLabels = {
  rebate_pay: {
    legacyNumber: 33,
    text: {
      en: 'Rebate of fees of invited users',
      zh: '邀请用户手续费返佣',
      hk: '邀請用戶手續費返佣',
      jp: '招待したユーザーの手数料リベート',
      kr: '초대한 사용자의 수수료 리베이트',
      esp: 'Reembolso de comisiones de invitados',
      th: 'เงินคืนค่าธรรมเนียมจากผู้ที่เชิญ',
      vnm: 'Hoàn phí từ người được mời',
    },
  },
};
