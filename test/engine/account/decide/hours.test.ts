import t from 'tap'
import type { SymbolSession } from '../../../../engine/config/records/symbol.js'
import { givenBook, givenHoliday, HEDGING } from '../../../given/book.js'
import { codeOf, Floor, orderOf, positionOf } from '../../../given/floors/floor.js'

// Requests outside the trading hours of EURUSD. It is Monday, 5 January 2026, noon.

const trade = (day: number, from_min = 0, to_min = 1440): SymbolSession => {
  return { day, kind: 'trade', from_min, to_min }
}
const HOLIDAY = givenHoliday({ year: 2026, month: 1, day: 5 })
const TUESDAY = [trade(2, 600)]

function holding() {
  const floor = new Floor()
  floor.balance('deposit', '10000')
  const buy = positionOf(floor.open('EURUSD', 'buy', '0.1'))
  const sell = positionOf(floor.open('EURUSD', 'sell', '0.1'))
  const order = orderOf(floor.place('EURUSD', 'buy limit', '0.1', '1.1'))
  return { floor, buy, sell, order }
}

/** Each kind of request, asked by the account or by staff. */
function asked({ floor, buy, sell, order }: ReturnType<typeof holding>, dealer: number) {
  const by = { dealer }
  return {
    open: floor.open('EURUSD', 'buy', '0.1', by),
    close: floor.close(buy, '0.01', by),
    close_by: floor.closeBy(buy, sell, dealer),
    place: floor.place('EURUSD', 'buy limit', '0.1', '1.1', by),
    change: floor.change(order, { price: '1.05', ...by }),
    stops: floor.stops(sell, { takeProfit: '1.0', ...by }),
  }
}

t.test('outside the sessions and in a holiday nothing is traded, whoever asks', (t) => {
  for (const changes of [{ symbols: { EURUSD: { sessions: TUESDAY } } }, { holidays: [HOLIDAY] }]) {
    for (const dealer of [0, 5]) {
      const held = holding()
      held.floor.book = givenBook(changes)
      const seq = held.floor.account.seq
      for (const [kind, decision] of Object.entries(asked(held, dealer))) {
        t.equal(codeOf(decision), 'trade.market_closed', kind)
      }
      t.equal(held.floor.account.seq, seq)
      t.equal(codeOf(held.floor.delete(held.order, dealer)), 'ok', 'an order may be taken back')
      held.floor.settle()
    }
  }
  t.end()
})

t.test('inside them everything is', (t) => {
  for (const changes of [
    { symbols: { EURUSD: { sessions: [trade(1, 720, 721)] } } },
    { symbols: { EURUSD: { sessions: [{ ...trade(2), kind: 'quote' as const }] } } },
    { holidays: [{ ...HOLIDAY, symbols: ['*', '!EURUSD'] }] },
    { holidays: [{ ...HOLIDAY, from_min: 721 }] },
    { holidays: [{ ...HOLIDAY, enabled: false }] },
  ]) {
    const held = holding()
    held.floor.book = givenBook(changes)
    for (const [kind, decision] of Object.entries(asked(held, 0))) {
      t.equal(codeOf(decision), 'ok', `${kind} ${JSON.stringify(changes)}`)
    }
    held.floor.settle()
  }
  t.end()
})

t.test('a session holds its first minute and not its last, to the millisecond', (t) => {
  const floor = new Floor({ symbols: { EURUSD: { sessions: [trade(1, 720, 730)] } } })
  floor.balance('deposit', '10000')
  const noon = floor.now
  for (const [at, code] of [
    [-1, 'trade.market_closed'],
    [0, 'ok'],
    [600_000 - 1, 'ok'],
    [600_000, 'trade.market_closed'],
  ] as const) {
    floor.now = noon + at
    t.equal(codeOf(floor.open('EURUSD', 'buy', '0.1')), code, `${at}`)
  }
  t.end()
})

t.test('the refusal says when it opens again, if it does', (t) => {
  const clock = { utc_offset_min: 120, daylight_saving: 'none' } as const
  const second = { ...HOLIDAY, day: 6 }
  for (const [changes, says] of [
    [{ symbols: { EURUSD: { sessions: TUESDAY } } }, 'from 2026-01-06T10:00:00.000Z.'],
    [{ symbols: { EURUSD: { sessions: TUESDAY } }, clock }, 'from 2026-01-06T08:00:00.000Z.'],
    [{ holidays: [HOLIDAY] }, 'from 2026-01-06T00:00:00.000Z.'],
    [{ holidays: [HOLIDAY, second] }, 'from 2026-01-07T00:00:00.000Z.'],
    [{ symbols: { EURUSD: { sessions: [trade(1, 0, 720)] } } }, 'from 2026-01-12T00:00:00.000Z.'],
    [
      { holidays: [HOLIDAY], symbols: { EURUSD: { sessions: [trade(1)] } } },
      '01-12T00:00:00.000Z.',
    ],
  ] as const) {
    const floor = new Floor(changes)
    const decision = floor.open('EURUSD', 'buy', '0.1')
    t.match(decision, {
      code: 'trade.market_closed',
      message: /^EURUSD is not traded at this time\./,
    })
    t.ok(!decision.ok && decision.message.endsWith(says), `${says}: ${JSON.stringify(decision)}`)
  }
  const always = Array.from({ length: 12 }, (_, month) =>
    Array.from({ length: 31 }, (_, day) => ({
      ...HOLIDAY,
      year: 0,
      month: month + 1,
      day: day + 1,
    })),
  ).flat()
  const floor = new Floor({ holidays: always })
  t.match(floor.open('EURUSD', 'buy', '0.1'), { message: 'EURUSD is not traded at this time.' })
  t.end()
})

t.test('a symbol that the group sees otherwise keeps its hours', (t) => {
  const symbols = [{ mask: '*', volume_max: '5' }]
  const floor = new Floor({
    symbols: { EURUSD: { sessions: TUESDAY } },
    groups: { [HEDGING]: { symbols } },
  })
  t.equal(codeOf(floor.open('EURUSD', 'buy', '0.1')), 'trade.market_closed')
  t.equal(codeOf(floor.open('GBPUSD', 'buy', '0.1')), 'trade.no_money')
  t.end()
})
