import { decideCorrect, deletedRow } from '../../../engine/account/audit/correct.js'
import { decideDayEnd } from '../../../engine/account/day-end/day-end.js'
import { endedDay } from '../../../engine/calendar/server-day.js'
import { isRefusal } from '../../../engine/code.js'
import { textFromScaled } from '../../../engine/numbers/decimal.js'
import type { Floor } from '../floors/floor.js'
import { randomFloor, randomStep } from './random-orders.js'

/** Days of an account at random: its orders, money that staff move, positions that they correct, nights. */

type Int = (bound: number) => number

const UTC = { utc_offset_min: 0, daylight_saving: 'none' } as const
/** The last of a month comes soon. */
const FIRST_DAY = 19_750
const MOVES = ['deposit', 'withdraw', 'credit_in', 'credit_out', 'bonus', 'correction'] as const

export function randomDays(group: string, int: Int, steps: number): Floor {
  const floor = randomFloor(group)
  for (let step = 0; step < steps; step++) {
    const choice = int(12)
    if (choice === 0) correct(floor, int)
    else if (choice === 1) endDay(floor)
    else if (choice === 2) moveMoney(floor, int)
    else if (choice === 3) rollOver(floor, int)
    else randomStep(floor, int)
  }
  return floor
}

function one<T>(from: readonly T[], int: Int): T | undefined {
  return from[int(from.length)]
}

function correct(floor: Floor, int: Int): void {
  const held = one([...floor.account.positions.values()], int)
  if (held === undefined) return
  if (int(4) === 0) {
    floor.record([deletedRow(floor.context(), held)])
    return
  }
  const digits = floor.book.symbolsById.get(held.symbolId)?.digits ?? 0
  const decided = decideCorrect(floor.context(), floor.account, {
    positionId: held.id,
    version: 0,
    priceOpen: int(3) === 0 ? '' : textFromScaled(held.priceOpen + int(200) - 100, digits),
    stopLoss: int(2) === 0 ? '' : '0',
    takeProfit: '',
    comment: `corrected ${int(9)}`,
  })
  if (!isRefusal(decided)) floor.record(decided)
}

function endDay(floor: Floor): void {
  const { account } = floor
  const day = account.day === 0 ? FIRST_DAY : account.day + 1
  const without = { swaps: true, values: true }
  const decided = decideDayEnd(floor.context(), account, endedDay(UTC, day), without, 1_000)
  if ('events' in decided) floor.record(decided.events)
}

function moveMoney(floor: Floor, int: Int): void {
  const action = one(MOVES, int) ?? 'deposit'
  const sign = action === 'correction' && int(2) === 0 ? '-' : ''
  const amount = `${sign}${1 + int(50)}.${String(int(100)).padStart(2, '0')}`
  floor.balance(action, amount, { skipMarginCheck: true })
}

function rollOver(floor: Floor, int: Int): void {
  const held = one([...floor.account.positions.keys()], int)
  if (held !== undefined) floor.rollOver(held, textFromScaled(int(900) - 450, 2))
}
