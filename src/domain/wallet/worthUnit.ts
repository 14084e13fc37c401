/** What worth is told in wherever nobody chose: the currency that the markets are quoted in. */
export const WORTH_UNIT = 'USDT';
/** The places of an amount in any currency. */
export const AMOUNT_PLACES = 8;
