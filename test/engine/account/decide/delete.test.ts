import t from 'tap'
import {
  cancelledPair,
  endedOrder,
  lastRow,
  leaving,
} from '../../../../engine/account/decide/delete.js'
import type { OrderEvent } from '../../../../engine/account/event.js'
import { holdOrder } from '../../../../engine/account/holdings/hold-order.js'
import { RATE_ONE } from '../../../../engine/units.js'
import { givenAccount } from '../../../given/account.js'
import { givenBook } from '../../../given/book.js'
import { gatewayRecord } from '../../../given/floors/provider-floor.js'
import { orderEvent } from '../../../given/records/events.js'

const AT = 99
const HERE: OrderEvent = orderEvent({ id: 7, volumeCurrent: 400, rateMargin: RATE_ONE, version: 3 })
const gateway = gatewayRecord({})
const THERE: OrderEvent = { ...HERE, gatewayId: gateway.id, attempt: 1 }
const book = givenBook({ gateways: [gateway] })
const off = givenBook({ gateways: [{ ...gateway, enabled: false }] })

t.test('an order that goes has its last row, by what it was to go for', (t) => {
  const row = { ...HERE, doneAt: AT, version: 4 }
  const asked = { ...HERE, asked: 'cancel' }
  t.strictSame(lastRow(asked, 'cancel', AT), { ...row, state: 'cancelled', asked: '' })
  const stopped = { ...row, state: 'cancelled', reason: 'stop_out' }
  t.strictSame(lastRow(asked, 'stop_out', AT), stopped)
  t.strictSame(lastRow(asked, 'expiration', AT), { ...row, state: 'expired', reason: 'expiration' })
  t.strictSame(endedOrder(asked, 'rejected', AT), { ...row, state: 'rejected', asked: 'cancel' })
  t.end()
})

t.test('an order at a provider is asked for there, once, unless nobody can be asked', (t) => {
  const context = { book, now: AT }
  for (const here of [HERE, { ...HERE, gatewayId: gateway.id }]) {
    t.strictSame(leaving(context, here, 'cancel'), [lastRow(here, 'cancel', AT)])
  }
  const asked = { ...THERE, state: 'started', asked: 'stop_out', version: 4 } as const
  t.strictSame(leaving(context, THERE, 'stop_out'), [asked])
  t.strictSame(leaving(context, asked, 'cancel'), [])
  t.strictSame(leaving({ book: off, now: AT }, asked, 'cancel'), [lastRow(asked, 'cancel', AT)])
  t.end()
})

t.test('the other of a pair goes, but for one that is being dealt with', (t) => {
  const account = givenAccount(book)
  const first = { ...HERE, id: 6, ocoOrderId: 7 }
  const context = { book, now: AT }
  const other = (row: OrderEvent) => {
    holdOrder(account, row)
    const rows = cancelledPair(context, account, first)
    account.orders.delete(row.id)
    return rows
  }
  t.strictSame(cancelledPair(context, account, first), [], 'it is gone by now')
  t.strictSame(other(HERE), [lastRow(HERE, 'cancel', AT)])
  t.strictSame(other({ ...HERE, state: 'partial' }).length, 1)
  t.strictSame(other({ ...HERE, state: 'started', gatewayId: gateway.id }), [])
  t.match(other(THERE), [{ state: 'started', asked: 'cancel' }])
  t.match(other({ ...THERE, state: 'started', asked: 'place' }), [{ asked: 'cancel' }])
  t.end()
})
