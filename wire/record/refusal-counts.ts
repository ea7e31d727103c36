/** Names under which requotes are counted, besides the codes of refusals. */
export const OFFER_COUNTS = {
  made: 'offer.made',
  taken: 'offer.taken',
  expired: 'offer.expired',
} as const

/**
 * Refused requests, counted by their properties. A record without an account stores the counts of
 * up to one minute, so that a client whose requests are refused all day does not fill the log.
 */
export interface RefusalCount {
  /** The symbol's id. 0 if the request named no existing symbol, or if counts were combined. */
  readonly symbolId: number
  /** The path of the account's group; empty if counts were combined. */
  readonly group: string
  /** The code of the refusal, or a value of `OFFER_COUNTS`. */
  readonly code: string
  /** The login of the dealer who refused; 0 if none did, as for gateways. */
  readonly dealer: number
  readonly gatewayId: number
  readonly count: number
}

type Row = readonly [
  symbolId: number,
  group: string,
  code: string,
  dealer: number,
  gatewayId: number,
  count: number,
]

export function refusalsText(counts: readonly RefusalCount[]): string {
  const rows = counts.map(({ symbolId, group, code, dealer, gatewayId, count }): Row => {
    return [symbolId, group, code, dealer, gatewayId, count]
  })
  return JSON.stringify(rows)
}

export function refusalsIn(text: string): RefusalCount[] {
  const rows = JSON.parse(text) as readonly Row[]
  return rows.map(([symbolId, group, code, dealer, gatewayId, count]) => {
    return { symbolId, group, code, dealer, gatewayId, count }
  })
}
