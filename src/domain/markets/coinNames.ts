/** Common coin names in the languages that write them in their own letters; the exchange may send others. */
import type { Language } from '@halyard/contract/languages';

/** In Latin letters, Chinese (simplified, traditional where it differs), Japanese, Korean and Thai. */
type Names = readonly string[];

const NAMES: Readonly<Record<string, Names>> = {
  AAVE: ['Aave', '', '', 'アーベ', '에이브'],
  ADA: ['Cardano', '艾达币', '艾達幣', 'カルダノ', '에이다', 'คาร์ดาโน'],
  ALGO: ['Algorand', '', '', 'アルゴランド', '알고랜드'],
  APT: ['Aptos', '', '', 'アプトス', '앱토스'],
  ARB: ['Arbitrum', '', '', 'アービトラム', '아비트럼'],
  ATOM: ['Cosmos', '阿童木', '', 'コスモス', '코스모스'],
  AVAX: ['Avalanche', '雪崩', '', 'アバランチ', '아발란체'],
  BCH: ['Bitcoin Cash', '比特币现金', '比特幣現金', 'ビットコインキャッシュ', '비트코인캐시', 'บิตคอยน์แคช'],
  BNB: ['BNB', '币安币', '幣安幣', 'ビルドアンドビルド', '비앤비'],
  BTC: ['Bitcoin', '比特币', '比特幣', 'ビットコイン', '비트코인', 'บิตคอยน์'],
  DAI: ['Dai', '', '', 'ダイ', '다이'],
  DOGE: ['Dogecoin', '狗狗币', '狗狗幣', 'ドージコイン', '도지코인', 'โดชคอยน์'],
  DOT: ['Polkadot', '波卡', '', 'ポルカドット', '폴카닷', 'โพลกาดอต'],
  EOS: ['EOS', '柚子币', '柚子幣', 'イオス', '이오스'],
  ETC: ['Ethereum Classic', '以太经典', '以太經典', 'イーサリアムクラシック', '이더리움클래식'],
  ETH: ['Ethereum', '以太坊', '', 'イーサリアム', '이더리움', 'อีเธอเรียม'],
  FIL: ['Filecoin', '文件币', '文件幣', 'ファイルコイン', '파일코인'],
  HBAR: ['Hedera', '', '', 'ヘデラ', '헤데라'],
  ICP: ['Internet Computer', '互联网计算机', '互聯網電腦', 'インターネットコンピュータ', '인터넷컴퓨터'],
  LINK: ['Chainlink', '', '', 'チェーンリンク', '체인링크'],
  LTC: ['Litecoin', '莱特币', '萊特幣', 'ライトコイン', '라이트코인', 'ไลต์คอยน์'],
  NEAR: ['Near', '', '', 'ニア', '니어프로토콜'],
  OP: ['Optimism', '', '', 'オプティミズム', '옵티미즘'],
  PEPE: ['Pepe', '佩佩', '', 'ペペ', '페페'],
  SHIB: ['Shiba Inu', '柴犬币', '柴犬幣', 'シバイヌ', '시바이누', 'ชิบะอินุ'],
  SOL: ['Solana', '索拉纳', '索拉納', 'ソラナ', '솔라나', 'โซลานา'],
  SUI: ['Sui', '', '', 'スイ', '수이'],
  TON: ['Toncoin', '', '', 'トンコイン', '톤코인'],
  TRX: ['Tron', '波场', '波場', 'トロン', '트론', 'ทรอน'],
  UNI: ['Uniswap', '', '', 'ユニスワップ', '유니스왑'],
  USDC: ['USD Coin', '', '', 'USDコイン', '유에스디코인'],
  USDT: ['Tether', '泰达币', '泰達幣', 'テザー', '테더', 'เทเธอร์'],
  XLM: ['Stellar', '恒星币', '恆星幣', 'ステラルーメン', '스텔라루멘'],
  XMR: ['Monero', '门罗币', '門羅幣', 'モネロ', '모네로'],
  XRP: ['XRP', '瑞波币', '瑞波幣', 'エックスアールピー', '리플', 'ริปเปิล'],
};

/** Names that are searched besides those of a language. */
const OTHERS: Readonly<Record<string, readonly string[]>> = {
  BNB: ['Binance Coin'],
  ETH: ['Ether', '以太币', '以太幣'],
  XRP: ['Ripple', 'リップル', '엑스알피'],
};

/** Languages whose leading exchanges show coins under local names. Thai ones show the Latin name. */
const PLACES: Readonly<Partial<Record<Language, number>>> = { zh: 1, hk: 2, jp: 3, kr: 4 };

/** The usual name of a coin in a language; `undefined` when it is unknown. */
export function coinNameOf(symbol: string, language: Language = 'en'): string | undefined {
  const names = NAMES[symbol];
  if (names === undefined) return undefined;
  const place = PLACES[language];
  const local = place === undefined ? undefined : names[place] || (language === 'hk' ? names[1] : undefined);
  return local || names[0];
}

/** All names of a coin, in every language. */
export function coinAliasesOf(symbol: string): readonly string[] {
  return [...(NAMES[symbol] ?? []), ...(OTHERS[symbol] ?? [])].filter((name) => name !== '');
}
