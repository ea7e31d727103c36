/** Names under which offers of other prices are counted beside the codes of refusals. */
export const OFFER_COUNTS = {
  made: 'offer.made',
  taken: 'offer.taken',
  expired: 'offer.expired',
} as const

/**
 * Requests that were refused, counted by what they were about: a record of no account has the counts of a minute at most,
 * so whoever is refused all day long fills no log.
 */
export interface RefusalCount {
  /** 0 where it named no symbol that is there, or of what was folded. */
  readonly symbolId: number
  /** Path of the account's group; empty of what was folded. */
  readonly group: string
  /** The code of the refusal, or one of `OFFER_COUNTS`. */
  readonly code: string
  /** Staff login of the dealer who refused; 0 is none, as of gateways. */
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
