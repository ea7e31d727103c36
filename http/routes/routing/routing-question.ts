import type { RoutedRequest } from '../../../engine/book/compiled.js'
import { wallTime } from '../../../engine/calendar/server-clock.js'
import { isRefusal, type Refusal } from '../../../engine/code.js'
import { lastSegment } from '../../../engine/names/group-path.js'
import { scaledFromText, whyNotScaled } from '../../../engine/numbers/decimal.js'
import { refuseField, refuseInput } from '../../../engine/reasons/fault.js'
import { say } from '../../../engine/reasons/reasons.js'
import { VOLUME_DIGITS, type VolumeUnits } from '../../../engine/units.js'
import type { RoutingTestBody } from '../../../wire/schema/settings/routing-rule.js'
import { DEVIATION_PTS_DEFAULT } from '../../../wire/trade/trade-request.js'
import type { Static } from '../../../wire/types/scalars.js'
import { isTime } from '../../../wire/types/utc-time.js'
import type { Session } from '../../exchange/session.js'
import { reachableAccount } from '../../reach/account-reach.js'
import type { FrontServices } from '../route.js'
import { recordByName } from '../settings/config-routes.js'
import { openRows } from '../trades/account-trades.js'

type Body = Static<typeof RoutingTestBody>

/** The data of a position or an order that routing rules can match. */
interface QuestionTrade {
  readonly symbol: string
  readonly side: 'buy' | 'sell'
  readonly volume: VolumeUnits
  readonly orderKind: string
}

/** A position as the shard lists it. */
interface PositionRow {
  readonly id: number
  readonly symbol: string
  readonly side: 'buy' | 'sell'
  readonly volume: string
}

interface OrderRow extends PositionRow {
  readonly kind: string
  readonly volume_current: string
}

/** Requests that change a position without closing any of it. */
const KEEPS_SIDE: ReadonlySet<string> = new Set(['stops', 'rollover'])

/**
 * Converts a test request to the form that routing rules match, or refuses it. An account out of
 * scope is reported as missing, and nothing about it is read.
 */
export async function routingQuestion(
  services: FrontServices,
  session: Session,
  body: Body,
): Promise<RoutedRequest | Refusal> {
  const { login } = body
  const account = await reachableAccount(services, session, login, 'not_found')
  if (isRefusal(account)) {
    if (account.code !== 'not_found') return account
    return refuseField('login', say('field.no_account', { login }))
  }
  const traded = await tradedBy(services, body)
  if (isRefusal(traded)) return traded
  const symbol = recordByName(services, 'symbols', traded.symbol)
  if (symbol === undefined)
    return refuseField('symbol', say('field.no_symbol', { symbol: traded.symbol }))
  const { at: asked } = body
  if (asked !== undefined && !isTime(asked)) return refuseField('at', say('field.no_such_time'))
  const at = asked === undefined ? services.clock.now() : Date.parse(asked)
  const wall = wallTime(services.settings.book.clock, at)
  return {
    requestKind: body.kind,
    orderKind: traded.orderKind,
    login,
    group: account.group,
    symbol: { name: lastSegment(symbol.path), path: symbol.path },
    side: traded.side,
    volume: traded.volume,
    deviationPts: body.deviation_pts ?? DEVIATION_PTS_DEFAULT,
    comment: body.comment ?? '',
    hour: () => Math.floor(wall.minute / 60),
    weekday: () => wall.weekday,
  }
}

async function tradedBy(services: FrontServices, body: Body): Promise<QuestionTrade | Refusal> {
  const volume = body.volume === undefined ? undefined : volumeOf(body.volume)
  if (volume === null) {
    return refuseField('volume', whyNotScaled(body.volume ?? '', VOLUME_DIGITS))
  }
  if (body.position_id !== undefined) return ofPosition(services, body, body.position_id, volume)
  if (body.order_id !== undefined) return ofOrder(services, body, body.order_id)
  const { symbol, side, order_kind: orderKind = 'market' } = body
  if (symbol !== undefined && side !== undefined && volume !== undefined) {
    return { symbol, side, volume, orderKind }
  }
  const needed = { symbol, side, volume }
  const missing = Object.entries(needed).filter(([, given]) => given === undefined)
  const said = say('field.needed_without_ids')
  return refuseInput(missing.map(([path]) => ({ path, ...said })))
}

async function ofPosition(
  services: FrontServices,
  { login, kind, by_position_id: byId }: Body,
  id: number,
  volume: VolumeUnits | undefined,
): Promise<QuestionTrade | Refusal> {
  const rows = await openOf<PositionRow>(services, 'positions', login)
  if (isRefusal(rows)) return rows
  const position = rows.find((row) => row.id === id)
  if (position === undefined)
    return refuseField('position_id', say('field.no_position', { login, id }))
  const other = rows.find((row) => row.id === byId)
  if (byId !== undefined && other === undefined) {
    return refuseField('by_position_id', say('field.no_position', { login, id: byId }))
  }
  const held = volumeOf(position.volume) ?? 0
  const most = other === undefined ? held : Math.min(held, volumeOf(other.volume) ?? 0)
  const { symbol, side } = position
  const closing = side === 'buy' ? 'sell' : 'buy'
  return {
    symbol,
    side: KEEPS_SIDE.has(kind) ? side : closing,
    volume: volume ?? most,
    orderKind: 'market',
  }
}

async function ofOrder(
  services: FrontServices,
  { login }: Body,
  id: number,
): Promise<QuestionTrade | Refusal> {
  const rows = await openOf<OrderRow>(services, 'orders', login)
  if (isRefusal(rows)) return rows
  const order = rows.find((row) => row.id === id)
  if (order === undefined) return refuseField('order_id', say('field.no_order', { login, id }))
  const { symbol, side, kind: orderKind, volume_current: left } = order
  return { symbol, side, volume: volumeOf(left) ?? 0, orderKind }
}

async function openOf<Row>(
  services: FrontServices,
  what: 'positions' | 'orders',
  login: number,
): Promise<readonly Row[] | Refusal> {
  const rows = await openRows(services, what, login)
  return isRefusal(rows) ? rows : (JSON.parse(rows.text) as Row[])
}

function volumeOf(text: string): VolumeUnits | null {
  return scaledFromText(text, VOLUME_DIGITS) ?? null
}
