import type {
  DayEvent,
  NightEvent,
  RestatementEvent,
  StandingEvent,
} from '../../engine/account/event.js'
import { marginLevel } from '../../engine/account/money/money.js'
import { DAY_MS } from '../../engine/calendar/durations.js'
import { type FrameWriter, type Key, key } from '../frame/frame-writer.js'
import { writeOptional } from './views.js'

/** Writes events about an account as a whole: margin calls and stop outs, day ends, and repairs. */

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

/** The events `margin_call` and `stop_out`. For staff they contain the `login`. */
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

/**
 * The event `night`: this many positions have been charged swaps. The `daily` event follows later.
 */
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

/** The event `daily`: the account's state at the end of its day. */
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

/** The event `restatement`: the account's money from now on, whatever earlier events added up to. */
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
