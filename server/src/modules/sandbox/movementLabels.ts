/** What the records call test funds. */
import type { MovementLabels } from '../../module.ts';

// The family's nearest: what an administrator books.
export const MOVEMENTS: MovementLabels = {
  sandbox_fund: {
    familyNumber: { spot: 3, contract: 5, option: 7, trust: 3 },
    text: {
      en: 'Test funds',
      zh: '测试资金',
      hk: '測試資金',
      jp: 'テスト資金',
      kr: '테스트 자금',
      esp: 'Fondos de prueba',
      th: 'เงินทดสอบ',
      vnm: 'Tiền thử nghiệm',
    },
  },
};
