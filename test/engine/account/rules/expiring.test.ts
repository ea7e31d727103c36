import t from 'tap'
import type { Expiration } from '../../../../engine/account/event.js'
import type { ServerClock } from '../../../../engine/calendar/server-clock.js'
import { EXPIRATIONS } from '../../../../engine/config/kinds/symbol-choices.js'
import { codeOf, Floor, orderOf } from '../../../given/floors/floor.js'

// The time that orders rest, on the server's days.

const at = (text: string): number => Date.parse(`${text}Z`)
const shown = (ms: number | undefined): string =>
  ms === undefined || ms === 0 ? 'never' : new Date(ms).toISOString().slice(0, 19)

const UTC: ServerClock = { utc_offset_min: 0, daylight_saving: 'none' }
const ATHENS: ServerClock = { utc_offset_min: 120, daylight_saving: 'eu' }
const NEW_YORK: ServerClock = { utc_offset_min: -300, daylight_saving: 'us' }
/** Its clock is put back over midnight, from 00:30 to 23:30. */
const ODD: ServerClock = { utc_offset_min: -90, daylight_saving: 'eu' }

function placed(clock: ServerClock, now: string, expiration: Expiration | '', until = '') {
  const floor = new Floor({ clock })
  floor.now = at(now)
  floor.balance('deposit', '10000')
  const expiresAt = until === '' ? 0 : at(until)
  const decision = floor.place('EURUSD', 'buy limit', '0.1', '1.1', { expiration, expiresAt })
  const order = decision.ok ? floor.account.orders.get(decision.orderId) : undefined
  return { floor, decision, order }
}

t.test('an order expires at the end of what it names, also where the clock changes', (t) => {
  const rows: [ServerClock, now: string, Expiration | '', until: string, end: string][] = [
    [UTC, '2026-01-05T12:00', '', '', 'never'],
    [UTC, '2026-01-05T12:00', 'gtc', '', 'never'],
    [UTC, '2026-01-05T12:00', 'day', '', '2026-01-06T00:00:00'],
    [UTC, '2026-01-05T00:00', 'day', '', '2026-01-06T00:00:00'],
    [UTC, '2026-01-05T12:00', 'specified', '2026-01-05T12:00:01', '2026-01-05T12:00:01'],
    [UTC, '2026-01-05T12:00', 'specified_day', '2026-01-07T00:00', '2026-01-08T00:00:00'],
    [UTC, '2026-01-05T12:00', 'specified_day', '2026-01-07T23:59:59', '2026-01-08T00:00:00'],
    [UTC, '2026-01-05T12:00', 'specified_day', '2026-01-05T00:00', '2026-01-06T00:00:00'],
    [ATHENS, '2026-01-05T21:59', 'day', '', '2026-01-05T22:00:00'],
    [ATHENS, '2026-01-05T22:00', 'day', '', '2026-01-06T22:00:00'],
    // Summer time begins on 29 March at 01:00 UTC and ends on 25 October.
    [ATHENS, '2026-03-28T22:00', 'day', '', '2026-03-29T21:00:00'],
    [ATHENS, '2026-10-24T21:00', 'day', '', '2026-10-25T22:00:00'],
    [ATHENS, '2026-01-05T12:00', 'specified_day', '2026-03-29T20:59', '2026-03-29T21:00:00'],
    [ATHENS, '2026-01-05T12:00', 'specified_day', '2026-03-29T21:00', '2026-03-30T21:00:00'],
    [NEW_YORK, '2026-03-08T05:00', 'day', '', '2026-03-09T04:00:00'],
    [NEW_YORK, '2026-11-01T04:00', 'day', '', '2026-11-02T05:00:00'],
    [ODD, '2026-10-25T00:29', 'day', '', '2026-10-25T00:30:00'],
    [ODD, '2026-10-25T01:10', 'day', '', '2026-10-26T01:30:00'],
  ]
  for (const [clock, now, expiration, until, end] of rows) {
    const { floor, order } = placed(clock, now, expiration, until)
    const says = `${clock.daylight_saving} ${now} ${expiration} ${until}`
    t.equal(shown(order?.expiresAt), end, says)
    t.equal(order?.expiration, expiration === '' ? 'gtc' : expiration)
    floor.settle()
  }
  t.end()
})

t.test('what is past, or has no use for a time, or needs one, is refused', (t) => {
  const rows: [Expiration | '', until: string, says: RegExp][] = [
    ['specified', '2026-01-05T12:00:00', /in the past/],
    ['specified', '2020-01-01T00:00:00', /in the past/],
    ['specified_day', '2026-01-04T23:59:59', /in the past/],
    ['specified', '', /specified needs a time/],
    ['specified_day', '', /specified_day needs a time/],
    ['day', '2026-01-06T00:00:00', /day takes no time/],
    ['gtc', '2026-01-06T00:00:00', /gtc takes no time/],
    ['', '2026-01-06T00:00:00', /gtc takes no time/],
  ]
  for (const [expiration, until, says] of rows) {
    const { decision } = placed(UTC, '2026-01-05T12:00', expiration, until)
    const wanted = { code: 'trade.invalid_expiration', message: says }
    t.match(decision, wanted, `${expiration} ${until}`)
  }
  t.end()
})

t.test('only what the symbol lists, and gtc where nothing is said', (t) => {
  for (const one of EXPIRATIONS) {
    const floor = new Floor({ symbols: { EURUSD: { expiration: [one] } } })
    floor.balance('deposit', '10000')
    for (const expiration of [...EXPIRATIONS, ''] as const) {
      const isTimed = expiration.startsWith('specified')
      const expiresAt = isTimed ? floor.now + 86_400_000 : 0
      const decision = floor.place('EURUSD', 'buy limit', '0.1', '1.1', { expiration, expiresAt })
      const isListed = (expiration || 'gtc') === one
      t.equal(
        codeOf(decision),
        isListed ? 'ok' : 'trade.invalid_expiration',
        `${one} ${expiration}`,
      )
    }
    floor.settle()
  }
  t.end()
})

t.test('a change keeps the term that it does not give', (t) => {
  const noon = '2026-01-05T12:00'
  const start = (expiration: Expiration, until = '') => {
    const { floor, decision } = placed(UTC, noon, expiration, until)
    return { floor, id: orderOf(decision) }
  }
  const rows: [Expiration, until: string, Expiration | '', again: string, term: string][] = [
    ['gtc', '', '', '', 'gtc never'],
    ['gtc', '', 'day', '', 'day 2026-01-06T00:00:00'],
    ['day', '', '', '', 'day 2026-01-06T00:00:00'],
    ['day', '', 'gtc', '', 'gtc never'],
    ['specified', '2026-01-07', '', '', 'specified 2026-01-07T00:00:00'],
    ['specified', '2026-01-07', 'specified', '', 'specified 2026-01-07T00:00:00'],
    ['specified', '2026-01-07', '', '2026-01-08', 'specified 2026-01-08T00:00:00'],
    ['specified', '2026-01-07', '', '2026-01-05', 'trade.invalid_expiration'],
    ['specified', '2026-01-07', 'specified_day', '', 'trade.invalid_expiration'],
    ['specified_day', '2026-01-07', 'specified_day', '', 'specified_day 2026-01-08T00:00:00'],
    ['specified_day', '2026-01-07', '', '2026-01-09', 'specified_day 2026-01-10T00:00:00'],
    ['gtc', '', '', '2026-01-09', 'trade.invalid_expiration'],
  ]
  for (const [expiration, until, next, again, term] of rows) {
    const { floor, id } = start(expiration, until === '' ? '' : `${until}T00:00`)
    const expiresAt = again === '' ? 0 : at(`${again}T00:00`)
    const decision = floor.change(id, { expiration: next, expiresAt })
    const order = floor.account.orders.get(id)
    const found = decision.ok ? `${order?.expiration} ${shown(order?.expiresAt)}` : codeOf(decision)
    t.equal(found, term, `${expiration} ${until} then ${next} ${again}`)
    floor.settle()
  }
  const { floor, id } = start('day')
  floor.now += 86_400_000
  t.ok(floor.change(id, { comment: 'late' }).ok)
  t.equal(shown(floor.account.orders.get(id)?.expiresAt), '2026-01-06T00:00:00')
  t.ok(floor.change(id, { expiration: 'day' }).ok)
  t.equal(shown(floor.account.orders.get(id)?.expiresAt), '2026-01-07T00:00:00', 'requested again')
  t.end()
})
