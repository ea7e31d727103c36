import t from 'tap'
import { checkAccount } from '../../../engine/account/check.js'
import { ROW, SYMBOL } from '../../../engine/account/holdings/exposures.js'
import { givenAccount, givenPosition } from '../../given/account.js'
import { givenBook } from '../../given/book.js'
import { Floor, orderOf } from '../../given/floors/floor.js'

t.test('an exposure that differs in any one figure from its positions is found', (t) => {
  const book = givenBook()
  const account = givenAccount(book, { balance: '10000' })
  for (const side of ['buy', 'sell'] as const) {
    givenPosition(book, account, { symbol: 'EURUSD', side, volume: '1', open: '1.17000' })
  }
  t.doesNotThrow(() => checkAccount(account))
  const rows = account.exposures.rows as number[]
  const { swapSize } = account.exposures
  const unseen: number[] = []
  for (let at = SYMBOL + 1; at < ROW; at++) {
    rows[at] = (rows[at] as number) + 1
    const isSwapSize = account.exposures.swapSize !== swapSize
    if (!isSwapSize) t.throws(() => checkAccount(account), /fold of its positions/, `figure ${at}`)
    else unseen.push(at)
    rows[at] = (rows[at] as number) - 1
  }
  t.equal(unseen.length, 1, 'the size of the swap is not one of them')
  t.doesNotThrow(() => checkAccount(account))
  t.end()
})

t.test('legs that are not those of the orders that rest are found, in any one figure', (t) => {
  const floor = new Floor()
  floor.balance('deposit', '10000')
  const { account } = floor
  const id = orderOf(floor.place('EURUSD', 'buy limit', '0.1', '1.1'))
  const order = account.orders.get(id)
  const [leg] = account.pending.get(1) ?? []
  if (order === undefined || leg === undefined) return t.fail('it rests')
  const checked =
    (pending: typeof account.pending, orders = account.orders) =>
    () => {
      checkAccount({ ...account, pending, orders })
    }
  t.doesNotThrow(checked(new Map([[1, [{ ...leg }]]])))
  const found = /the legs of symbol 1 are the fold of its resting orders/
  for (const wrong of [
    { kind: 'sell_limit' } as const,
    { count: leg.count + 1 },
    { volume: leg.volume + 1 },
    { value: leg.value + 1n },
    { rate: leg.rate + 1n },
  ]) {
    t.throws(checked(new Map([[1, [{ ...leg, ...wrong }]]])), found, Object.keys(wrong).join())
  }
  t.throws(checked(new Map([[1, [leg, { ...leg, kind: 'sell_limit' }]]])), found)
  t.throws(checked(new Map([[2, [leg]]])), found)
  t.throws(checked(new Map()), /legs for each symbol with resting orders/)
  const free = new Map([...account.orders, [9, { ...order, id: 9, symbolId: 2, rateMargin: 0n }]])
  t.doesNotThrow(checked(account.pending, free), 'what reserves nothing has no leg')
  t.throws(checked(account.pending, new Map([[id, { ...order, state: 'filled' }]])), /rests/)
  return t.end()
})

t.test('a position without volume is none that is open', (t) => {
  const book = givenBook()
  const account = givenAccount(book, { balance: '10000' })
  const held = givenPosition(book, account, {
    symbol: 'EURUSD',
    side: 'buy',
    volume: '1',
    open: '1.17000',
  })
  account.positions.set({ ...held, volume: 0 })
  t.throws(() => checkAccount(account), /an open position has volume/)
  t.end()
})
