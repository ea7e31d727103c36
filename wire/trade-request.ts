import type { Reason } from '../engine/account/event.js'
import type { TradeRequest } from '../engine/account/request.js'
import { type Refusal, refuse } from '../engine/code.js'
import { scaledFromText } from '../engine/decimal.js'
import { VOLUME_DIGITS } from '../engine/units.js'
import { flatCheck } from './flat-check.js'
import { Body, Choice, DecimalUnsigned, Id, Optional, type Static, Text } from './schema/scalars.js'
import { Type } from './schema/type.js'

export const SYMBOL_MAX = 64
export const COMMENT_MAX = 64
export const CLIENT_ORDER_ID_MAX = 36

/** The trade request as it travels, on the socket and over REST; the shard alone decodes it. */
export const TradeBody = Body({
  kind: Choice(['open', 'close']),
  symbol: Optional(Text(SYMBOL_MAX, 1)),
  side: Optional(Choice(['buy', 'sell'])),
  order_kind: Optional(Choice(['market'])),
  volume: Optional(DecimalUnsigned),
  filling: Optional(Choice(['fok', 'ioc', 'return'])),
  position_id: Optional(Id),
  comment: Optional(Text(COMMENT_MAX)),
  client_order_id: Optional(
    Type.String({
      minLength: 1,
      maxLength: CLIENT_ORDER_ID_MAX,
      pattern: '^[!-~]+$',
      'x-says': `must be 1 to ${CLIENT_ORDER_ID_MAX} visible ASCII characters`,
    }),
  ),
})

type TradeShape = Static<typeof TradeBody>
/** What fits the schema. */
export type TradeFields = {
  readonly [Name in keyof Required<TradeShape>]: TradeShape[Name] | undefined
} & Pick<TradeShape, 'kind'>

const tradeErrors = flatCheck(TradeBody)

export interface ParsedTrade {
  readonly ok: true
  readonly request: TradeRequest
  /** `o:` and the client_order_id, or empty. */
  readonly requestKey: string
  /** Of everything but the key: a repeat with the same key must ask for the same. */
  readonly digest: number
}

export function parseTrade(
  args: unknown,
  sizeBytes: number,
  reason: Reason,
): ParsedTrade | Refusal {
  const errors = tradeErrors(args, sizeBytes)
  if (errors !== null) {
    return refuse('invalid_input', errors.map((e) => `${e.path}: ${e.message}`).join('; '))
  }
  return tradeOf(args as TradeFields, reason)
}

/** The same for fields that are known to fit the schema. */
export function tradeOf(body: TradeFields, reason: Reason): ParsedTrade | Refusal {
  let volume = 0
  if (body.volume !== undefined) {
    const scaled = scaledFromText(body.volume, VOLUME_DIGITS)
    if (scaled === undefined) return refuse('invalid_input', 'volume: has more than 8 decimals')
    if (scaled === 0) return refuse('invalid_input', 'volume: must be above zero')
    volume = scaled
  }
  const request =
    body.kind === 'open' ? openRequest(body, volume, reason) : closeRequest(body, volume, reason)
  if ('ok' in request) return request
  const requestKey = body.client_order_id === undefined ? '' : `o:${body.client_order_id}`
  return { ok: true, request, requestKey, digest: requestKey === '' ? 0 : digestOf(request) }
}

function openRequest(body: TradeFields, volume: number, reason: Reason): TradeRequest | Refusal {
  if (body.symbol === undefined) return refuse('invalid_input', 'symbol: is missing')
  if (body.side === undefined) return refuse('invalid_input', 'side: is missing')
  if (volume === 0) return refuse('invalid_input', 'volume: is missing')
  if (body.position_id !== undefined) {
    return refuse('invalid_input', 'position_id: belongs to close, leave it out')
  }
  return {
    kind: 'open',
    symbol: body.symbol,
    side: body.side === 'buy' ? 1 : -1,
    volume,
    filling: body.filling ?? '',
    comment: body.comment ?? '',
    reason,
  }
}

function closeRequest(body: TradeFields, volume: number, reason: Reason): TradeRequest | Refusal {
  if (body.position_id === undefined) return refuse('invalid_input', 'position_id: is missing')
  for (const field of ['symbol', 'side', 'order_kind', 'filling'] as const) {
    if (body[field] !== undefined) {
      return refuse('invalid_input', `${field}: follows from the position, leave it out`)
    }
  }
  return {
    kind: 'close',
    positionId: body.position_id,
    volume,
    comment: body.comment ?? '',
    reason,
  }
}

function digestOf(request: TradeRequest): number {
  let hash = textDigest(request.kind)
  if (request.kind === 'open') {
    hash = textDigest(request.symbol, hash)
    hash = textDigest(request.filling, hash ^ request.side)
  } else hash = numberDigest(request.positionId, hash)
  return textDigest(request.comment, numberDigest(request.volume, hash))
}

function numberDigest(value: number, from: number): number {
  const low = Math.imul(from ^ (value >>> 0), PRIME)
  return Math.imul(low ^ Math.floor(value / 0x1_0000_0000), PRIME) >>> 0
}

/** FNV-1a over UTF-16 units: tells bodies apart, protects nothing. */
export function textDigest(text: string, from = 0x811c9dc5): number {
  let hash = from
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), PRIME)
  return hash >>> 0
}

const PRIME = 0x01000193
