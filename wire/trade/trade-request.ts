import { EXPIRATIONS, ORDER_KINDS, type Reason } from '../../engine/account/event.js'
import type {
  Expiry,
  MadeFrom,
  Protection,
  RepeatedFields,
  RequestSource,
  TradeKind,
  TradeRequest,
} from '../../engine/account/request.js'
import { isRefusal, type Refusal } from '../../engine/code.js'
import { scaledFromText, whyNotScaled } from '../../engine/numbers/decimal.js'
import { refuseField, refuseInput } from '../../engine/reasons/fault.js'
import type { Fault } from '../../engine/reasons/keyed-text.js'
import { say } from '../../engine/reasons/reasons.js'
import { type Login, VOLUME_DIGITS } from '../../engine/units.js'
import { flatCheck } from '../check/flat-check.js'
import { clientKey } from '../record/request-key.js'
import {
  Body,
  Choice,
  Decimal,
  DecimalUnsigned,
  Id,
  Int,
  Multiline,
  Optional,
  type Static,
  Text,
  Time,
} from '../types/scalars.js'
import { Type } from '../types/type.js'
import { tradeDigest } from './trade-digest.js'

export const SYMBOL_MAX = 64
export const COMMENT_MAX = 64
export const CLIENT_ORDER_ID_MAX = 36
export const POINTS_MAX = 1_000_000_000
const QUOTE_ID_MAX = 36

/** The kinds of requests that a client may send. */
export const TRADE_KINDS = [
  'open',
  'close',
  'close_by',
  'place',
  'change',
  'delete',
  'stops',
] as const satisfies readonly TradeKind[]

/** The schema of trade requests for WebSocket and REST. Only the shard decodes them. */
export const ClientOrderId = Type.String({
  minLength: 1,
  maxLength: CLIENT_ORDER_ID_MAX,
  pattern: '^[!-~]+$',
  'x-says': say('field.visible_ascii', { max: CLIENT_ORDER_ID_MAX }),
})

/** The acceptable slippage in points if the request contains none. */
export const DEVIATION_PTS_DEFAULT = 0

export const TradeBody = Body({
  kind: Choice(TRADE_KINDS),
  symbol: Optional(Text(SYMBOL_MAX, 1)),
  side: Optional(Choice(['buy', 'sell'])),
  order_kind: Optional(Choice(ORDER_KINDS)),
  volume: Optional(DecimalUnsigned),
  price: Optional(Decimal),
  trigger_price: Optional(Decimal),
  deviation_pts: Optional(Int(0, POINTS_MAX)),
  stop_loss: Optional(Decimal),
  take_profit: Optional(Decimal),
  trailing_pts: Optional(Int(0, POINTS_MAX)),
  price_was: Optional(Decimal),
  trigger_price_was: Optional(Decimal),
  stop_loss_was: Optional(Decimal),
  take_profit_was: Optional(Decimal),
  trailing_pts_was: Optional(Int(0, POINTS_MAX)),
  filling: Optional(Choice(['fok', 'ioc', 'return'])),
  expiration: Optional(Choice(EXPIRATIONS)),
  expires_at: Optional(Time),
  position_id: Optional(Id),
  by_position_id: Optional(Id),
  order_id: Optional(Id),
  oco_order_id: Optional(Id),
  quote_id: Optional(Text(QUOTE_ID_MAX, 1)),
  comment: Optional(Multiline(COMMENT_MAX)),
  client_order_id: Optional(ClientOrderId),
  not_after: Optional(Time),
})

type TradeShape = Static<typeof TradeBody>
type Field = keyof TradeShape
/** Fields of a request that match the schema. */
export type TradeFields = {
  readonly [Name in Exclude<Field, 'kind'>]?: TradeShape[Name] | undefined
} & Pick<TradeShape, 'kind'>

export const tradeErrors = flatCheck(TradeBody)

export interface ParsedTrade {
  readonly ok: true
  readonly request: TradeRequest
  /** `o:` and the client_order_id; empty if the request has none. */
  readonly requestKey: string
  /**
   * A digest of everything except the key. A repeat with the same key must have the same digest.
   */
  readonly digest: number
  /** The request and its sender, for the record of refused requests that staff can read. */
  readonly sent?: SentTrade
}

export interface SentTrade {
  readonly body: unknown
  readonly by: TradeAsker
}

/** The sender of a trade request. `dealer` is a staff login, 0 for the client. */
export interface TradeAsker {
  readonly reason: Reason
  readonly dealer: Login
  /** The terminal and the id of the session, as `desktop:ID`; omitted if unknown. */
  readonly session?: string | undefined
  /** The client's address, and the id of a REST request. */
  readonly ip?: string | undefined
  readonly requestId?: string | undefined
}

export function parseTrade(
  args: unknown,
  sizeBytes: number,
  by: TradeAsker,
): ParsedTrade | Refusal {
  const errors = tradeErrors(args, sizeBytes)
  if (errors !== null) {
    return refuseInput(errors, allIn(errors))
  }
  return tradeOf(args as TradeFields, by)
}

/** Joins all errors to one line of text. */
export function allIn(faults: readonly Fault[]): string {
  return faults.map(({ path, message }) => `${path}: ${message}`).join('; ')
}

interface KindFields {
  readonly needs: Field[]
  readonly takes: Field[]
  /**
   * Optional fields that the named position or order already determines; they have to be equal
   * (engine/account/rules/repeated-fields.ts).
   */
  readonly says?: Field[]
}

const COMMON: readonly Field[] = ['kind', 'comment', 'client_order_id', 'not_after']

/** The fields of each kind, besides those in `COMMON`. */
const FIELDS: Readonly<Record<TradeKind, KindFields>> = {
  open: {
    needs: ['symbol', 'side', 'volume'],
    takes: [
      'order_kind',
      'price',
      'deviation_pts',
      'stop_loss',
      'take_profit',
      'trailing_pts',
      'filling',
      'quote_id',
    ],
  },
  close: {
    needs: ['position_id'],
    takes: ['volume', 'price', 'deviation_pts', 'filling', 'quote_id'],
    says: ['symbol', 'side', 'order_kind'],
  },
  close_by: {
    needs: ['position_id', 'by_position_id'],
    takes: [],
    says: ['symbol', 'side', 'order_kind'],
  },
  place: {
    needs: ['symbol', 'side', 'order_kind', 'volume', 'price'],
    takes: [
      'trigger_price',
      'stop_loss',
      'take_profit',
      'trailing_pts',
      'filling',
      'expiration',
      'expires_at',
      'oco_order_id',
    ],
  },
  change: {
    needs: ['order_id'],
    takes: [
      'price',
      'trigger_price',
      'stop_loss',
      'take_profit',
      'trailing_pts',
      'expiration',
      'expires_at',
      'price_was',
      'trigger_price_was',
      'stop_loss_was',
      'take_profit_was',
      'trailing_pts_was',
    ],
    says: ['symbol', 'side', 'order_kind'],
  },
  delete: { needs: ['order_id'], takes: [], says: ['symbol', 'side', 'order_kind'] },
  stops: {
    needs: ['position_id'],
    takes: [
      'stop_loss',
      'take_profit',
      'trailing_pts',
      'stop_loss_was',
      'take_profit_was',
      'trailing_pts_was',
    ],
    says: ['symbol', 'side'],
  },
}

const STRANGE = Object.fromEntries(
  Object.entries(FIELDS).map(([kind, { needs, takes, says = [] }]) => {
    const known: readonly string[] = [...COMMON, ...needs, ...takes, ...says]
    const fields = Object.keys(TradeBody.properties) as Field[]
    return [kind, fields.filter((name) => !known.includes(name))]
  }),
) as unknown as Readonly<Record<TradeKind, readonly Field[]>>

type Test = (body: TradeFields) => boolean

/**
 * Tells whether the test is true for any of the fields. Compiled, because looking fields up by name
 * takes as long as reading the frame.
 */
function anyOf(names: readonly Field[], test: '=== undefined' | '!== undefined'): Test {
  const tests = names.map((name) => `body.${name} ${test}`)
  return new Function('body', `return ${tests.join(' || ') || 'false'}`) as Test
}

const isMissing = ofKinds((kind) => anyOf(FIELDS[kind].needs, '=== undefined'))
const isStrange = ofKinds((kind) => anyOf(STRANGE[kind], '!== undefined'))

function ofKinds(make: (kind: TradeKind) => Test): Readonly<Record<TradeKind, Test>> {
  const kinds = Object.keys(FIELDS) as TradeKind[]
  return Object.fromEntries(kinds.map((kind) => [kind, make(kind)])) as Record<TradeKind, Test>
}

/** Parses a trade whose fields already match the schema. */
export function tradeOf(body: TradeFields, by: TradeAsker): ParsedTrade | Refusal {
  const { kind } = body
  const missing =
    isMissing[kind](body) && FIELDS[kind].needs.find((name) => body[name] === undefined)
  if (missing) return refuseField(missing, say('field.missing'))
  const strange = isStrange[kind](body) && STRANGE[kind].find((name) => body[name] !== undefined)
  if (strange) {
    return refuseField(strange, say('field.no_use', { kind }))
  }
  let volume = 0
  if (body.volume !== undefined) {
    const scaled = scaledFromText(body.volume, VOLUME_DIGITS)
    if (scaled === undefined) {
      return refuseField('volume', whyNotScaled(body.volume, VOLUME_DIGITS))
    }
    if (scaled === 0) return refuseField('volume', say('field.above_zero'))
    volume = scaled
  }
  const plain = requestOf(body, volume, by)
  if (isRefusal(plain)) return plain
  // Most requests contain only required fields and are not copied.
  const said = saysMore(body) ? { ...plain, said: saidIn(body) } : plain
  const madeFrom = madeFromOf(body)
  const asked = madeFrom === undefined ? said : { ...said, madeFrom }
  const { not_after } = body
  const request = not_after === undefined ? asked : { ...asked, notAfter: Date.parse(not_after) }
  const requestKey = body.client_order_id === undefined ? '' : clientKey(body.client_order_id)
  const digest = requestKey === '' ? 0 : tradeDigest(request)
  return { ok: true, request, requestKey, digest, sent: { body, by } }
}

function requestOf(body: TradeFields, volume: number, by: TradeAsker): TradeRequest | Refusal {
  const { kind } = body
  const { reason, dealer } = by
  const source = sourceOf(body, by)
  const comment = body.comment ?? ''
  const positionId = body.position_id ?? 0
  if ((kind === 'close' || kind === 'close_by') && (body.order_kind ?? 'market') !== 'market') {
    return refuseField('order_kind', say('field.fills_at_once', { kind }))
  }
  switch (kind) {
    case 'open':
      if (body.order_kind !== undefined && body.order_kind !== 'market') {
        return refuseField('order_kind', say('field.fills_at_market'))
      }
      return {
        kind,
        symbol: body.symbol ?? '',
        side: body.side === 'buy' ? 1 : -1,
        volume,
        filling: body.filling ?? '',
        price: body.price ?? '',
        deviationPts: body.deviation_pts ?? DEVIATION_PTS_DEFAULT,
        quoteId: body.quote_id ?? '',
        stopLoss: body.stop_loss ?? '',
        takeProfit: body.take_profit ?? '',
        trailingPts: body.trailing_pts,
        comment,
        reason,
        dealer,
        source,
      }
    case 'close':
      return {
        kind,
        positionId,
        volume,
        filling: body.filling ?? '',
        price: body.price ?? '',
        deviationPts: body.deviation_pts ?? DEVIATION_PTS_DEFAULT,
        quoteId: body.quote_id ?? '',
        comment,
        reason,
        dealer,
        source,
      }
    case 'close_by':
      return {
        kind,
        positionId,
        byPositionId: body.by_position_id ?? 0,
        comment,
        reason,
        dealer,
        source,
      }
    case 'place':
      return placeOf(body, volume, by)
    case 'change':
      return {
        kind,
        orderId: body.order_id ?? 0,
        price: body.price ?? '',
        triggerPrice: body.trigger_price ?? '',
        ...protectionOf(body),
        ...expiringOf(body),
        comment,
        reason,
        dealer,
        source,
      }
    case 'delete':
      return { kind, orderId: body.order_id ?? 0, comment, reason, dealer, source }
    case 'stops':
      return { kind, positionId, ...protectionOf(body), comment, reason, dealer, source }
  }
}

/** The symbol, side and kind in a request that names a position or an order. */
function saidIn({ symbol, side, order_kind }: TradeFields): RepeatedFields {
  return {
    symbol: symbol ?? '',
    side: side === undefined ? 0 : side === 'buy' ? 1 : -1,
    orderKind: order_kind ?? '',
  }
}

function saysMore({ kind, symbol, side, order_kind }: TradeFields): boolean {
  if (kind === 'open' || kind === 'place') return false
  return symbol !== undefined || side !== undefined || order_kind !== undefined
}

function placeOf(body: TradeFields, volume: number, by: TradeAsker): TradeRequest | Refusal {
  const orderKind = body.order_kind ?? 'market'
  if (orderKind === 'market') {
    return refuseField('order_kind', say('field.pending_kinds'))
  }
  if ((orderKind === 'stop_limit') !== (body.trigger_price !== undefined)) {
    return refuseField('trigger_price', say('field.of_stop_limit'))
  }
  return {
    kind: 'place',
    symbol: body.symbol ?? '',
    side: body.side === 'buy' ? 1 : -1,
    orderKind,
    volume,
    price: body.price ?? '',
    triggerPrice: body.trigger_price ?? '',
    filling: body.filling ?? '',
    ocoOrderId: body.oco_order_id ?? 0,
    ...protectionOf(body),
    ...expiringOf(body),
    comment: body.comment ?? '',
    reason: by.reason,
    dealer: by.dealer,
    source: sourceOf(body, by),
  }
}

/**
 * The source of a request. Ids of staff requests are stored separately, so the client's rows do
 * not contain them.
 */
function sourceOf(
  { client_order_id }: TradeFields,
  { dealer, session, requestId }: TradeAsker,
): RequestSource {
  const clientOrderId = dealer === 0 ? (client_order_id ?? '') : ''
  const own = { clientOrderId, session: session ?? '' }
  return dealer !== 0 || requestId === undefined ? own : { ...own, requestId }
}

function protectionOf(body: TradeFields): Protection {
  return {
    stopLoss: body.stop_loss ?? '',
    takeProfit: body.take_profit ?? '',
    trailingPts: body.trailing_pts,
  }
}

/** The values that the client saw; undefined if the request contains none of these fields. */
function madeFromOf(body: TradeFields): MadeFrom | undefined {
  if (body.kind !== 'change' && body.kind !== 'stops') return undefined
  const { price_was, trigger_price_was, stop_loss_was, take_profit_was, trailing_pts_was } = body
  const said = price_was ?? trigger_price_was ?? stop_loss_was ?? take_profit_was
  if (said === undefined && trailing_pts_was === undefined) return undefined
  return {
    price: price_was,
    triggerPrice: trigger_price_was,
    stopLoss: stop_loss_was,
    takeProfit: take_profit_was,
    trailingPts: trailing_pts_was,
  }
}

function expiringOf(body: TradeFields): Expiry {
  const expiresAt = body.expires_at === undefined ? 0 : Date.parse(body.expires_at)
  return { expiration: body.expiration ?? '', expiresAt }
}
