import { type FrameScan, JsonScan, MsgpackScan } from '../frame/frame-scan.js'
import type { SocketCodec } from '../frame/socket-frame.js'
import {
  CLIENT_ORDER_ID_MAX,
  COMMENT_MAX,
  POINTS_MAX,
  SYMBOL_MAX,
  type TradeFields,
} from './trade-request.js'

/**
 * Reads a trade frame in the form that traders' programs usually send, in a single pass; these are
 * most of a shard's frames. For anything else (another operation or type, an escape, a repeated
 * field, an error) it returns undefined, and `decodeRequest` and `parseTrade` take over, which give
 * the same result for frames read here (test/wire/trade/trade-frame.test.ts).
 */
export interface TradeFrame {
  readonly id: number | string
  /** Fields that match the schema of `TradeBody`. */
  readonly fields: TradeFields
}

const scans: Readonly<Record<SocketCodec, FrameScan>> = {
  json: new JsonScan(),
  msgpack: new MsgpackScan(),
}
const ID_MAX = 64
const DECIMAL = /^(0|[1-9]\d{0,17})(\.\d{1,12})?$/

export function readTradeFrame(codec: SocketCodec, frame: Uint8Array): TradeFrame | undefined {
  const scan = scans[codec]
  scan.begin(frame)
  if (!scan.open()) return undefined
  let id: number | string | undefined
  let isTrade = false
  let fields: TradeFields | undefined
  for (;;) {
    switch (scan.key()) {
      case 'id':
        if (id !== undefined) return undefined
        id = scan.isText() ? textOf(scan, 0, ID_MAX) : scan.count()
        if (id === undefined) return undefined
        break
      case 'op':
        if (isTrade || scan.text() !== 'trade') return undefined
        isTrade = true
        break
      case 'args':
        if (fields !== undefined) return undefined
        fields = readFields(scan)
        if (fields === undefined) return undefined
        break
      case '':
        if (id === undefined || !isTrade || fields === undefined || !scan.isDone()) return undefined
        return { id, fields }
      default:
        return undefined
    }
  }
}

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] }

function readFields(scan: FrameScan): TradeFields | undefined {
  if (!scan.open()) return undefined
  const fields: Mutable<TradeFields> = {
    kind: 'open',
    symbol: undefined,
    side: undefined,
    order_kind: undefined,
    volume: undefined,
    price: undefined,
    deviation_pts: undefined,
    stop_loss: undefined,
    take_profit: undefined,
    filling: undefined,
    position_id: undefined,
    comment: undefined,
    client_order_id: undefined,
  }
  let hasKind = false
  for (;;) {
    const key = scan.key()
    if (key === '') return hasKind ? fields : undefined
    if (key === 'kind') {
      if (hasKind) return undefined
      const kind = scan.text()
      if (kind !== 'open' && kind !== 'close') return undefined
      fields.kind = kind
      hasKind = true
    } else if (key === undefined || !readField(scan, fields, key)) return undefined
  }
}

function readField(scan: FrameScan, fields: Mutable<TradeFields>, key: string): boolean {
  switch (key) {
    case 'symbol':
      if (fields.symbol !== undefined) return false
      fields.symbol = textOf(scan, 1, SYMBOL_MAX)
      return fields.symbol !== undefined
    case 'side': {
      const side = fields.side === undefined ? scan.text() : undefined
      if (side !== 'buy' && side !== 'sell') return false
      fields.side = side
      return true
    }
    case 'order_kind':
      if (fields.order_kind !== undefined || scan.text() !== 'market') return false
      fields.order_kind = 'market'
      return true
    case 'volume':
    case 'price':
    case 'stop_loss':
    case 'take_profit': {
      const number = fields[key] === undefined ? scan.text() : undefined
      if (number === undefined || !DECIMAL.test(number)) return false
      fields[key] = number
      return true
    }
    case 'deviation_pts': {
      const points = fields.deviation_pts === undefined ? scan.count() : undefined
      if (points === undefined || points > POINTS_MAX) return false
      fields.deviation_pts = points
      return true
    }
    case 'filling': {
      const filling = fields.filling === undefined ? scan.text() : undefined
      if (filling !== 'fok' && filling !== 'ioc' && filling !== 'return') return false
      fields.filling = filling
      return true
    }
    case 'position_id': {
      const id = fields.position_id === undefined ? scan.count() : undefined
      if (id === undefined || id === 0) return false
      fields.position_id = id
      return true
    }
    case 'comment':
      if (fields.comment !== undefined) return false
      fields.comment = textOf(scan, 0, COMMENT_MAX)
      return fields.comment !== undefined
    case 'client_order_id': {
      const id =
        fields.client_order_id === undefined ? textOf(scan, 1, CLIENT_ORDER_ID_MAX) : undefined
      if (id === undefined || id.includes(' ')) return false
      fields.client_order_id = id
      return true
    }
    default:
      return false
  }
}

function textOf(scan: FrameScan, min: number, max: number): string | undefined {
  const text = scan.text()
  return text !== undefined && text.length >= min && text.length <= max ? text : undefined
}
