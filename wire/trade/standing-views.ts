import type {
  DayEvent,
  NightEvent,
  RestatementEvent,
  StandingEvent,
} from '../../engine/account/event.js'
import { marginLevel } from '../../engine/account/money/money.js'
import { DAY_MS } from '../../engine/calendar/durations.js'
import type { FrameWriter, Key } from '../frame/frame-writer.js'
import { key, writeOptional } from './views.js'

/**
 * The standing of an account, as its terminals hear of it: at its group's levels, at the end of its day, and
 * after a repair.
 */

const LEVEL = key('level')
const EQUITY = key('equity')
const MARGIN = key('margin')
const ENTERED = key('entered')
const ORDER_ID = key('order_id')
const POSITION_ID = key('position_id')
const AT = key('at')
const LOGIN = key('login')
const DATE = key('date')
const POSITIONS = key('positions')
const BALANCE = key('balance')
const CREDIT = key('credit')
const SWAP = key('swap')
const MARGIN_FREE = key('margin_free')
const PROFIT = key('profit')
const DEAL_ID = key('deal_id')
const COMMISSION = key('commission')

/** `margin_call` and `stop_out` events. Staff are told of which account: `login`. */
export function writeStanding(
  w: FrameWriter,
  { entered, equity, margin, orderId, positionId, at }: StandingEvent,
  moneyDigits: number,
  under?: Key,
  login?: number,
): void {
  w.map(login === undefined ? 7 : 8, under)
  if (login !== undefined) w.int(LOGIN, login)
  writeOptional(w, LEVEL, margin > 0 ? marginLevel(equity, margin) : null, 2)
  w.scaled(EQUITY, equity, moneyDigits)
  w.scaled(MARGIN, margin, moneyDigits)
  w.bool(ENTERED, entered)
  if (orderId === 0) w.none(ORDER_ID)
  else w.int(ORDER_ID, orderId)
  if (positionId === 0) w.none(POSITION_ID)
  else w.int(POSITION_ID, positionId)
  w.time(AT, at)
  w.endMap()
}

/** The `night` event: so many positions have their swap, and the `daily` event is yet to come. */
export function writeNight(
  w: FrameWriter,
  login: number,
  { day, positions, at }: NightEvent,
  under?: Key,
): void {
  w.map(4, under)
  w.int(LOGIN, login)
  w.text(DATE, dateText(day))
  w.int(POSITIONS, positions)
  w.time(AT, at)
  w.endMap()
}

function dateText(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10)
}

/** The `daily` event: what the account stood at when its day ended. */
export function writeDay(
  w: FrameWriter,
  login: number,
  event: DayEvent,
  moneyDigits: number,
  under?: Key,
): void {
  const valued = (value: number): number | null => (event.isValued ? value : null)
  w.map(10, under)
  w.int(LOGIN, login)
  w.text(DATE, dateText(event.day))
  w.scaled(BALANCE, event.balance, moneyDigits)
  w.scaled(CREDIT, event.credit, moneyDigits)
  w.scaled(SWAP, event.swap, moneyDigits)
  writeOptional(w, EQUITY, valued(event.equity), moneyDigits)
  writeOptional(w, MARGIN, valued(event.margin), moneyDigits)
  writeOptional(w, MARGIN_FREE, valued(event.marginFree), moneyDigits)
  writeOptional(w, PROFIT, valued(event.profit), moneyDigits)
  w.time(AT, event.at)
  w.endMap()
}

/** The `restatement` event: the account's money from now on, whatever its events came to so far. */
export function writeRestatement(
  w: FrameWriter,
  login: number,
  event: RestatementEvent,
  moneyDigits: number,
  under?: Key,
): void {
  w.map(6, under)
  w.int(LOGIN, login)
  w.int(DEAL_ID, event.dealId)
  w.scaled(BALANCE, event.balance, moneyDigits)
  w.scaled(CREDIT, event.credit, moneyDigits)
  w.scaled(COMMISSION, event.commissionDue, moneyDigits)
  w.time(AT, event.at)
  w.endMap()
}
