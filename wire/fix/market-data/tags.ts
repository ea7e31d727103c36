/** Tags of market data, security lists and news. */
export const MD = {
  currency: 15,
  origTime: 42,
  symbol: 55,
  text: 58,
  securityDesc: 107,
  relatedSymbols: 146,
  headline: 148,
  contractMultiplier: 231,
  requestId: 262,
  subscription: 263,
  depth: 264,
  updateType: 265,
  entryTypes: 267,
  entries: 268,
  entryType: 269,
  price: 270,
  size: 271,
  entryId: 278,
  action: 279,
  entryRef: 280,
  rejectReason: 281,
  position: 290,
  securityRequestId: 320,
  linesOfText: 33,
  listRequestType: 559,
  listResult: 560,
  roundLot: 561,
  minTradeVolume: 562,
  /** Tags of later standards that providers also use with FIX 4.4. */
  minPriceIncrement: 969,
  symbolDigits: 1_008,
  maxTradeVolume: 1_140,
  newsId: 1_472,
} as const

/** Adds missing digits before or after the decimal point. */
export function plainDecimal(text: string): string {
  const led = text.startsWith('.') ? `0${text}` : text
  return led.endsWith('.') ? led.slice(0, -1) : led
}
