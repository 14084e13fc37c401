/** Texts for sharing an invitation. They promise nothing. */
import type { Language } from '@halyard/contract/languages';

type Words = { readonly title: string; readonly content: (code: string) => string };

export const SHARE_TEXTS: Readonly<Record<Language, Words>> = {
  en: { title: 'Halyard', content: (code) => `Register at Halyard with my invitation code ${code}.` },
  zh: { title: 'Halyard', content: (code) => `使用我的邀请码 ${code} 注册 Halyard。` },
  hk: { title: 'Halyard', content: (code) => `使用我的邀請碼 ${code} 註冊 Halyard。` },
  jp: { title: 'Halyard', content: (code) => `招待コード ${code} で Halyard に登録できます。` },
  kr: { title: 'Halyard', content: (code) => `Halyard에 가입할 때 제 초대 코드를 입력하세요: ${code}` },
  esp: { title: 'Halyard', content: (code) => `Regístrate en Halyard con mi código de invitación ${code}.` },
  th: { title: 'Halyard', content: (code) => `สมัคร Halyard ด้วยรหัสเชิญ ${code} ของฉัน` },
  vnm: { title: 'Halyard', content: (code) => `Đăng ký Halyard bằng mã mời ${code} của tôi.` },
};
