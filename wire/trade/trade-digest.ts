import type { TradeKind, TradeRequest } from '../../engine/account/request.js'

/**
 * A digest of what a request asks for, without sender and expiry, because a repeat may use another
 * connection and come later. It is stored in the log, so the digest of a request must never change
 * (test/wire/trade/trade-digest.test.ts).
 */
export function tradeDigest(request: TradeRequest): number {
  return DIGESTS[request.kind](request, fieldDigest)
}

/** FNV-1a over UTF-16 units. It distinguishes requests but is not cryptographic. */
export function textDigest(text: string, from = BEGIN): number {
  let hash = from
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), PRIME)
  return hash >>> 0
}

const BEGIN = 0x811c9dc5
const PRIME = 0x01000193
const SEPARATOR = 0x1f

type Field<Kind extends TradeKind> = Exclude<
  keyof Extract<TradeRequest, { kind: Kind }>,
  'reason' | 'dealer' | 'source' | 'notAfter'
>

const PROTECTION = ['stopLoss', 'takeProfit', 'trailingPts'] as const
const EXPIRING = ['expiration', 'expiresAt'] as const
const AT_MARKET = ['filling', 'price', 'deviationPts', 'quoteId'] as const

/** The fields of each kind, in the order in which they are digested. */
const FIELDS: { readonly [Kind in TradeKind]: readonly Field<Kind>[] } = {
  open: ['kind', 'symbol', 'side', 'volume', ...AT_MARKET, ...PROTECTION, 'comment'],
  close: ['kind', 'positionId', 'volume', ...AT_MARKET, 'comment'],
  close_by: ['kind', 'positionId', 'byPositionId', 'comment'],
  place: [
    'kind',
    'symbol',
    'side',
    'orderKind',
    'volume',
    'price',
    'triggerPrice',
    'filling',
    'ocoOrderId',
    ...PROTECTION,
    ...EXPIRING,
    'comment',
  ],
  change: ['kind', 'orderId', 'price', 'triggerPrice', ...PROTECTION, ...EXPIRING, 'comment'],
  delete: ['kind', 'orderId', 'comment'],
  stops: ['kind', 'positionId', ...PROTECTION, 'comment'],
}

function fieldDigest(value: string | number | undefined, from: number): number {
  const hash =
    typeof value === 'number' ? numberDigest(value, from) : textDigest(value ?? '-', from)
  return Math.imul(hash ^ SEPARATOR, PRIME)
}

function numberDigest(value: number, from: number): number {
  const low = Math.imul(from ^ (value >>> 0), PRIME)
  return Math.imul(low ^ Math.floor(value / 0x1_0000_0000), PRIME) >>> 0
}

type Digest = (request: TradeRequest, field: typeof fieldDigest) => number

/**
 * The digests are compiled functions, because looking fields up by name takes longer than hashing.
 */
const DIGESTS = Object.fromEntries(
  Object.entries(FIELDS).map(([kind, names]) => {
    const steps = names.map((name) => `hash = field(request.${name}, hash)`)
    const code = `let hash = ${BEGIN}\n${steps.join('\n')}\nreturn hash >>> 0`
    return [kind, new Function('request', 'field', code) as Digest]
  }),
) as Readonly<Record<TradeKind, Digest>>
