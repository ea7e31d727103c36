import t from 'tap'
import type { AccountEvents } from '../../../../engine/account/decision.js'
import { accountMargin } from '../../../../engine/account/money/margin.js'
import { marginAfter } from '../../../../engine/account/money/preview.js'
import { groupOf } from '../../../../engine/book/book.js'
import { HEDGING, NETTING } from '../../../given/book.js'
import { Floor } from '../../../given/floors/floor.js'

// Goal: the margin that is told before a request is the one that the account then has, and telling it changes nothing.

type Done = ReturnType<Floor['open']>

for (const group of [HEDGING, NETTING]) {
  t.test(`the margin after a request is told before it is done: ${group}`, (t) => {
    const [floor, twin] = [group, group].map((path) => new Floor().profile({ group: path }))
    if (floor === undefined || twin === undefined) throw new Error('there are two')
    for (const one of [floor, twin]) one.balance('deposit', '100000')
    const { book, prices } = floor.context()
    const spec = groupOf(book, group)
    if (spec === undefined) throw new Error('there is a group')
    const steps: readonly ((one: Floor) => Done)[] = [
      (one) => one.open('EURUSD', 'buy', '1'),
      (one) => one.open('EURUSD', 'buy', '0.5'),
      (one) => one.place('EURUSD', 'buy limit', '2', '1.1'),
      (one) => one.open('EURUSD', 'sell', '0.7'),
      (one) => one.open('EURUSD', 'sell', '3'),
      (one) => one.close([...one.account.positions.keys()][0] as number),
    ]
    for (const [at, step] of steps.entries()) {
      const done = step(twin)
      if (!done.ok) throw new Error(done.message)
      const events: AccountEvents = done.events
      const before = accountMargin(floor.account, book, spec, prices)
      const told = marginAfter(floor.account, book, spec, prices, events)
      t.equal(accountMargin(floor.account, book, spec, prices), before, 'it changes nothing')
      t.match(step(floor), { ok: true })
      t.equal(told, accountMargin(floor.account, book, spec, prices), `step ${at}`)
    }
    for (const one of [floor, twin]) one.settle()
    t.end()
  })
}
