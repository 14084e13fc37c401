/** Common coin names for searches; legacy servers send symbols only. */

const NAMES: Readonly<Record<string, string>> = {
  AAVE: 'Aave',
  ADA: 'Cardano',
  ALGO: 'Algorand',
  APT: 'Aptos',
  ARB: 'Arbitrum',
  ATOM: 'Cosmos',
  AVAX: 'Avalanche',
  BCH: 'Bitcoin Cash',
  BNB: 'BNB',
  BTC: 'Bitcoin',
  DAI: 'Dai',
  DOGE: 'Dogecoin',
  DOT: 'Polkadot',
  EOS: 'EOS',
  ETC: 'Ethereum Classic',
  ETH: 'Ethereum',
  FIL: 'Filecoin',
  HBAR: 'Hedera',
  ICP: 'Internet Computer',
  LINK: 'Chainlink',
  LTC: 'Litecoin',
  NEAR: 'Near',
  OP: 'Optimism',
  PEPE: 'Pepe',
  SHIB: 'Shiba Inu',
  SOL: 'Solana',
  SUI: 'Sui',
  TON: 'Toncoin',
  TRX: 'Tron',
  UNI: 'Uniswap',
  USDC: 'USD Coin',
  USDT: 'Tether',
  XLM: 'Stellar',
  XMR: 'Monero',
  XRP: 'Ripple',
};

/** The name of a coin by symbol; `undefined` when it has no other name. */
export function coinNameOf(symbol: string): string | undefined {
  return NAMES[symbol];
}
