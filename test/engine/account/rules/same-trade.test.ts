import t from 'tap'
import { apply } from '../../../../engine/account/apply.js'
import { checkAccount } from '../../../../engine/account/check.js'
import type { AccountEvent, OrderEvent } from '../../../../engine/account/event.js'
import { positionRow } from '../../../../engine/account/rules/rows.js'
import { changesNothing } from '../../../../engine/account/rules/same-trade.js'
import { Floor, orderOf, positionOf } from '../../../given/floors/floor.js'

// Goal: what leaves everything as it is writes nothing, and a change of any field is a change.

function given() {
  const floor = new Floor()
  floor.balance('deposit', '10000')
  const id = positionOf(floor.open('EURUSD', 'buy', '1', { stopLoss: '1.16' }))
  const held = floor.account.positions.get(id)
  if (held === undefined) throw new Error('it is held')
  return { floor, held }
}

/** The fields that the server knows of it beside those of the request. */
const OWN: ReadonlySet<string> = new Set(['type', 'id', 'version', 'clientOrderId'])

function another(value: unknown): unknown {
  if (typeof value === 'bigint') return value + 1n
  if (typeof value === 'number') return value === 1 ? -1 : value + 1
  return value === 'client' ? 'api' : `${value}x`
}

t.test('a position is the same in every field, or another one; its exposure follows', (t) => {
  const { floor, held } = given()
  const { account } = floor
  const same = positionRow(held, {})
  t.ok(changesNothing(account, [same]))
  t.ok(changesNothing(account, [{ ...same, version: 99 }]), 'the version is of the row alone')
  t.notOk(changesNothing(account, [same, same]), 'two rows are something')
  t.ok(changesNothing(account, [{ ...same, type: 'correction' } as AccountEvent]))
  t.notOk(changesNothing(account, [{ ...same, type: 'restored_position' } as AccountEvent]))
  t.notOk(changesNothing(account, []))
  t.notOk(changesNothing(account, [{ ...same, id: 9 }]), 'nor is a position that is not held')
  const fields = Object.keys(held).filter((name) => !OWN.has(name))
  t.ok(fields.length > 13, fields.join())
  for (const field of fields) {
    const own = given()
    const value = own.held[field as keyof typeof held]
    const row = { ...positionRow(own.held, {}), [field]: another(value) }
    t.notOk(changesNothing(own.floor.account, [row]), field)
    t.notOk(changesNothing(own.floor.account, [{ ...row, type: 'correction' }]), field)
    apply(own.floor.account, row)
    t.equal(
      own.floor.account.positions.get(row.id)?.[field as keyof typeof held],
      row[field as keyof typeof row],
      field,
    )
    checkAccount(own.floor.account)
  }
  floor.settle()
  t.end()
})

t.test(
  'an order is the same in every field but its version and its request, or another one',
  (t) => {
    const { floor } = given()
    const id = orderOf(floor.place('EURUSD', 'buy limit', '1', '1.10000'))
    const held = floor.account.orders.get(id) as OrderEvent
    t.ok(changesNothing(floor.account, [{ ...held, version: 99 }]))
    for (const [field, value] of Object.entries(held)) {
      if (OWN.has(field)) continue
      t.notOk(changesNothing(floor.account, [{ ...held, [field]: another(value) }]), field)
    }
    t.notOk(changesNothing(floor.account, [{ ...held, id: 9 }]))
    floor.settle()
    t.end()
  },
)
