import t from 'tap'
import type { Filling } from '../../../../engine/account/event.js'
import { DEMO_SET } from '../../../../engine/config/demo-set.js'
import { SYMBOL_DEFAULTS } from '../../../../engine/config/kinds/symbol.js'
import { FILLINGS } from '../../../../engine/config/kinds/symbol-choices.js'
import type { SymbolRecord } from '../../../../engine/config/records/symbol.js'
import { HEDGING, NETTING } from '../../../given/book.js'
import { codeOf, Floor, positionOf } from '../../../given/floors/floor.js'

// The fillings that an order may ask for, by execution and by the symbol's own list.

type Execution = SymbolRecord['execution']

/** The fillings that may be filled at once, and those that may rest. */
const TABLE: Readonly<Record<Execution, readonly [market: Filling[], pending: Filling[]]>> = {
  request: [['fok'], ['fok']],
  instant: [['fok'], ['fok']],
  market: [
    ['fok', 'ioc'],
    ['fok', 'ioc', 'return'],
  ],
  exchange: [
    ['fok', 'ioc', 'return'],
    ['fok', 'ioc', 'return'],
  ],
}
const LISTS: readonly (readonly Filling[])[] = [[...FILLINGS], ['fok'], ['ioc', 'return'], []]

/** The answers to each kind of request that takes a filling; staff are not asked to take an offer. */
function codes(floor: Floor, filling: Filling) {
  const dealer = { dealer: 5 }
  const held = positionOf(floor.open('EURUSD', 'sell', '0.1', dealer))
  return {
    open: codeOf(floor.open('EURUSD', 'buy', '0.1', { ...dealer, filling })),
    close: codeOf(floor.close(held, undefined, { ...dealer, filling })),
    place: codeOf(floor.place('EURUSD', 'buy limit', '0.1', '1.1', { filling })),
  }
}

t.test('the execution and the list of the symbol bind both', (t) => {
  for (const [execution, [market, pending]] of Object.entries(TABLE)) {
    for (const list of LISTS) {
      const symbol = { execution, filling: list } as Partial<SymbolRecord>
      const floor = new Floor({ symbols: { EURUSD: symbol } })
      floor.balance('deposit', '10000')
      for (const filling of FILLINGS) {
        const code = (able: readonly Filling[]) =>
          able.includes(filling) && list.includes(filling) ? 'ok' : 'trade.invalid_filling'
        const wanted = { open: code(market), close: code(market), place: code(pending) }
        t.same(codes(floor, filling), wanted, `${execution} [${list}] ${filling}`)
      }
      t.same(codes(floor, ''), { open: 'ok', close: 'ok', place: 'ok' }, 'without one it is filled')
      floor.settle()
    }
  }
  t.end()
})

t.test('a row of the group that executes otherwise counts', (t) => {
  const symbols = [{ mask: 'EUR*', execution: 'instant' as const }]
  const floor = new Floor({ groups: { [HEDGING]: { symbols } } })
  floor.balance('deposit', '10000')
  const refused = floor.open('EURUSD', 'buy', '0.1', { filling: 'ioc' })
  t.match(refused, {
    code: 'trade.invalid_filling',
    message:
      'EURUSD does not fill market orders ioc. Send the order without filling, or with one of these: fok.',
  })
  t.equal(codeOf(floor.open('GBPUSD', 'buy', '0.1', { filling: 'ioc' })), 'ok')
  floor.settle()
  t.end()
})

t.test('a market order keeps what it asked for, on hedging and on netting accounts', (t) => {
  for (const group of [HEDGING, NETTING]) {
    const floor = new Floor().profile({ group })
    floor.balance('deposit', '10000')
    const asked = { deviationPts: 7, filling: 'fok' } as const
    const opened = floor.open('EURUSD', 'buy', '0.2', { ...asked, price: '1.17005' })
    t.match(opened, { events: [{ type: 'order', ...asked }] })
    const closed = floor.close(positionOf(opened), '0.1', { ...asked, deviationPts: 3 })
    t.match(closed, { events: [{ type: 'order', ...asked, deviationPts: 3 }] })
    t.match(floor.open('EURUSD', 'sell', '0.5', asked), { events: [{ type: 'order', ...asked }] })
    const plain = floor.open('EURUSD', 'buy', '0.1')
    t.match(plain, { events: [{ type: 'order', deviationPts: 0, filling: '' }] })
    floor.settle()
  }
  t.end()
})

t.test('what symbols start from, and those of the demo set, fill as they list', (t) => {
  for (const symbol of [SYMBOL_DEFAULTS, ...DEMO_SET.symbols]) {
    const [market] = TABLE[symbol.execution]
    t.same(
      symbol.filling.filter((filling) => market.includes(filling)),
      symbol.filling,
      symbol.path,
    )
  }
  t.end()
})
