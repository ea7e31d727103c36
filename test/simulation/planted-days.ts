import { DayEnds } from '../../actors/shard/day-ends.js'
import type { GivenShard } from '../given/floors/shard.js'
import { alter, groupsBy, patched, symbolsBy, writing } from './planting.js'
import { rare, type Sabotage } from './sabotage.js'

/** In the ends of days: nights, their swaps, and what is due. */
export function plantedInDays(): Sabotage[] {
  return [
    { name: 'a day ends again after a crash', built: forgetDay },
    rare({ name: 'a restart forgets how far a night has come', built: forgetNights }),
    rare({ name: 'of missed days one is passed over', plant: passOver }),
    { name: 'what is asked after midnight is of the day before', plant: endInSlicesAlone },
    symbolsBy('swap days are a day off', ({ swap_days }) => {
      return { swap_days: [...swap_days.slice(1), ...swap_days.slice(0, 1)] }
    }),
    rare(
      symbolsBy('the triple night counts once', ({ swap_days }) => {
        return { swap_days: swap_days.map((nights) => Math.min(1, nights)) }
      }),
    ),
    symbolsBy('interest goes by the price of opening', ({ swap_mode: mode }) => {
      return mode === 'interest_current' ? { swap_mode: 'interest_open' } : {}
    }),
    symbolsBy('a year of interest has 365 days', () => ({ swap_year_days: 365 })),
    rare(groupsBy('swaps are charged where there are none', () => ({ swaps_enabled: true }))),
    writing('what is charged for a day stays due', (events) => {
      const deal = events.find((event) => event.type === 'deal')
      if (deal?.action === 'commission' && deal.reason === 'system') {
        alter(deal, { commissionDue: 0 })
      }
    }),
    writing('a night costs a cent too much', (events) => {
      const [row] = events
      if (row?.type === 'position' && events.at(-1)?.type === 'day') {
        alter(row, { swap: row.swap - 1 })
      }
    }),
    rare(
      writing('the end of a month is not seen', (events) => {
        const row = events.at(-1)
        if (row?.type === 'day') Object.assign(row, { endsMonth: false })
      }),
    ),
  ]
}

function forgetNights({ core }: GivenShard): void {
  for (const account of core.accounts.values()) account.nightThrough = 0
}

function forgetDay({ core }: GivenShard): void {
  for (const account of core.accounts.values()) if (account.day > 0) account.day--
}

function passOver(): () => void {
  return patched(DayEnds.prototype, 'end', (end) => {
    return function (this: DayEnds, account) {
      if (account.day > 0) {
        account.day++
        if (!this.isDue(account)) account.day--
      }
      end.call(this, account)
    }
  })
}

/** So a day ends when its turn comes, and not before something is asked of the account. */
function endInSlicesAlone(): () => void {
  let inSlice = false
  const takeBack = [
    patched(DayEnds.prototype, 'slice', (slice) => {
      return function (this: DayEnds, effort) {
        inSlice = true
        slice.call(this, effort)
        inSlice = false
      }
    }),
    patched(DayEnds.prototype, 'isDue', (isDue) => {
      return function (this: DayEnds, account) {
        return inSlice && isDue.call(this, account)
      }
    }),
  ]
  return () => {
    for (const one of takeBack) one()
  }
}
