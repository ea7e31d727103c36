import t from 'tap'
import { accountWithDefaults } from '../../../actors/desk/accounts/accounts.js'
import { paymentLinesQueries } from '../../../actors/queries/payment-lines-query.js'
import type { PositionEvent } from '../../../engine/account/event.js'
import { PAYMENTS_PER_REQUEST_MAX } from '../../../engine/limits/bulk.js'
import { because } from '../../../engine/reasons/reasons.js'
import { accountsRepo } from '../../../storage/repos/accounts/accounts.js'
import { positionWrites } from '../../../storage/repos/trades/position-writes.js'
import { positionEvent } from '../../given/records/events.js'
import { openTables } from '../../given/records/projection.js'

// The accounts that are paid for what they hold, and how many they may be.

const LOT = 100_000_000
const NO_SUMS = { closedVolume: 0, profit: 0, commission: 0, fee: 0, swapPaid: 0 }

const position = (id: number, side: 1 | -1, volume: number): PositionEvent =>
  positionEvent({ id, symbolId: 3, side, volume, priceOpen: 1, rateMargin: 1n })

t.test('so many accounts are paid for both sides at once, and one more is too many', async (t) => {
  const db = openTables(t.testdir())
  t.teardown(() => db.close())
  const positions = positionWrites(db)
  const fill = (first: number, last: number): void => {
    db.transaction(() => {
      for (let login = first; login <= last; login++) {
        positions.upsert(login, position(2 * login, 1, 2 * LOT), NO_SUMS)
        positions.upsert(login, position(2 * login + 1, -1, LOT), NO_SUMS)
      }
    })()
  }
  const account = accountWithDefaults({ login: 1, group: 'g' })
  accountsRepo(db).insert(account, 1)
  fill(1, PAYMENTS_PER_REQUEST_MAX)
  const side = { amountPerLot: '3', taxPercent: '0', currency: undefined }
  const ask = paymentLinesQueries(db)['positions.payments']
  const request = {
    reach: { groups: ['g'], others: [] },
    symbolIds: null,
    skipsZero: false,
    terms: { buy: side, sell: side, isNet: false, rates: {} },
    currencies: { g: 'USD' },
  }
  const found = await ask(request)
  if (!found.ok) throw new Error(found.message)
  const { items, totals, needed } = found.value
  const [{ request_id, ...first } = { request_id: '' }, second] = items
  t.match(request_id, /^[0-9a-f-]{36}$/)
  const paid = { lots_buy: '2', lots_sell: '1', amount_buy: '6.00', amount_sell: '3.00' }
  const rest = { ...paid, amount: null, net_side: null }
  t.same(first, { login: 1, group: 'g', currency: 'USD', ...rest })
  t.match(second, { login: 2, group: '', currency: '', ...rest }, 'a group that is gone')
  t.same(needed, [])
  t.match(totals, [
    { currency: '', accounts: PAYMENTS_PER_REQUEST_MAX - 1 },
    { currency: 'USD', accounts: 1 },
  ])
  fill(PAYMENTS_PER_REQUEST_MAX + 1, PAYMENTS_PER_REQUEST_MAX + 1)
  t.same(await ask(request), because('too_large.payments', { max: PAYMENTS_PER_REQUEST_MAX }))
})
