import t from 'tap'
import {
  cancelFields,
  cancelIdOf,
  newOrderFields,
  orderIdIn,
  replaceFields,
  statusFields,
} from '../../../../actors/links/fix/order-messages.js'
import type { SessionOrder } from '../../../../actors/links/gateways/provider-session.js'
import { type FixField, fieldsText } from '../../../../wire/fix/codec/write.js'
import { SENT } from '../gateways/given-gateway.js'

// Goal: each message about an order has its fields, all of them and no others.

const AT = Date.UTC(2026, 2, 4, 10, 0, 0, 5)
const TIME = '60=20260304-10:00:00.005'
const ORDER: SessionOrder = { ...SENT, id: '1-2', symbol: 'EUR/USD', quantity: '50000' }

const text = (body: readonly FixField[]): string =>
  fieldsText(body).split('\u0001').slice(0, -1).join('|')

t.test('an order at the market or at its limit, in each time in force', async (t) => {
  const rows: readonly (readonly [Partial<SessionOrder>, string])[] = [
    [{}, `54=1|${TIME}|38=50000|40=1|59=3`],
    [{ side: 'sell', timeInForce: 'day' }, `54=2|${TIME}|38=50000|40=1|59=0`],
    [{ limit: '1.17', timeInForce: 'fok' }, `54=1|${TIME}|38=50000|40=2|44=1.17|59=4`],
  ]
  for (const [over, rest] of rows) {
    const order = { ...ORDER, ...over }
    t.equal(text(newOrderFields(order, '', AT)), `11=1-2|55=EUR/USD|${rest}`)
    t.equal(text(newOrderFields(order, 'desk', AT)), `11=1-2|1=desk|55=EUR/USD|${rest}`)
  }
})

t.test(
  'an order that rests has the prices of its kind, and its end where it has one',
  async (t) => {
    const until = Date.UTC(2026, 2, 5)
    const rows = [
      [['limit', '1.1', '', 0], '40=2|44=1.1|59=1'],
      [['stop', '', '1.2', 0], '40=3|99=1.2|59=1'],
      [['stop_limit', '1.1', '1.2', until], '40=4|44=1.1|99=1.2|59=6|126=20260305-00:00:00.000'],
    ] as const
    for (const [[kind, price, trigger, expiresAt], terms] of rows) {
      const order: SessionOrder = { ...ORDER, rest: { kind, price, trigger, expiresAt } }
      t.equal(
        text(newOrderFields(order, '', AT)),
        `11=1-2|55=EUR/USD|54=1|${TIME}|38=50000|${terms}`,
      )
    }
  },
)

t.test('what comes after an order names it, the account and the provider’s own id', async (t) => {
  const changed: SessionOrder = { ...ORDER, id: '1-3', replaces: '1-2', limit: '1.17' }
  const cancelId = cancelIdOf('1-2', 36)
  t.equal(cancelId, '1-2-c10')
  t.same([orderIdIn(cancelId), orderIdIn('1-2'), orderIdIn('-c1')], ['1-2', '1-2', ''])
  const whole = { account: 'desk', externalId: 'P1', cancelId }
  const bare = { account: '', externalId: '', cancelId }
  t.equal(
    text(replaceFields(changed, whole, AT)),
    `37=P1|41=1-2|11=1-3|1=desk|55=EUR/USD|54=1|${TIME}|38=50000|40=2|44=1.17|59=3`,
  )
  t.equal(
    text(replaceFields(changed, bare, AT)),
    `41=1-2|11=1-3|55=EUR/USD|54=1|${TIME}|38=50000|40=2|44=1.17|59=3`,
  )
  t.equal(
    text(cancelFields(ORDER, whole, AT)),
    `41=1-2|37=P1|11=1-2-c10|1=desk|55=EUR/USD|54=1|${TIME}|38=50000`,
  )
  t.equal(text(cancelFields(ORDER, bare, AT)), `41=1-2|11=1-2-c10|55=EUR/USD|54=1|${TIME}|38=50000`)
  t.equal(text(statusFields(ORDER, whole)), '37=P1|11=1-2|1=desk|55=EUR/USD|54=1')
  t.equal(text(statusFields(ORDER, bare)), '11=1-2|55=EUR/USD|54=1')
})
