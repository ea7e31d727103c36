import { deepStrictEqual, equal, ok } from 'node:assert'
import fc from 'fast-check'
import t from 'tap'
import type { Book } from '../../../engine/book/compiled.js'
import { fraction, roundedTo, times } from '../../engine/oracle.js'
import { LOGIN } from '../../given/account.js'
import { givenBook, HEDGING, leverageProfile, NETTING, tierRule } from '../../given/book.js'
import { GivenShard } from '../../given/floors/shard.js'
import { GivenPrices, MARKET } from '../../given/prices.js'
import { checkLedger } from '../../given/records/ledger.js'

// Goal: the figures of a check are those of exact arithmetic from the settings' text, and a risk is answered with the
// largest volume that keeps it. Profits of the three are in dollars, or in pounds, which have a price in dollars.

const SYMBOLS = {
  EURUSD: { digits: 5, contract: '100000', pounds: false },
  XAUUSD: { digits: 2, contract: '100', pounds: false },
  EURGBP: { digits: 5, contract: '100000', pounds: true },
} as const
type Name = keyof typeof SYMBOLS
const SWAPS = { swap_mode: 'points', swap_long: '-7.3', swap_short: '2.1' } as const
const TIER = { from: '0', to: '0', value: '3.5', min: '0', max: '0' }
const PER_DEAL = { mask: '*', mode: 'per_lot', charge: 'per_deal', tiers: [TIER] } as const
const BOOK = givenBook({
  symbols: { EURUSD: SWAPS, XAUUSD: SWAPS, EURGBP: SWAPS },
  groups: {
    // Gold is charged by the day: the fee of a check is what it costs, whenever that is paid.
    [HEDGING]: {
      commissions: [
        { mask: 'XAUUSD', mode: 'per_lot', charge: 'daily', tiers: [TIER] },
        { mask: '*', mode: 'per_lot', charge: 'per_side', tiers: [TIER] },
      ],
    },
  },
})

function shardWith(
  amount = '10000000',
  book = BOOK,
): {
  shard: GivenShard
  prices: GivenPrices
  check(body: object): Record<string, unknown>
} {
  const prices = new GivenPrices(book)
  const shard = new GivenShard({ book, prices }).profile().grantIds(100, 100_000).deposit(amount)
  const socket = shard.socket()
  return { shard, prices, check: (body) => shard.request(socket, 'check', { ...body }) as never }
}

/** Pounds are converted at the side that is worse for the client. */
function dollars(name: Name, isGain: boolean): string {
  if (!SYMBOLS[name].pounds) return '1'
  return isGain
    ? (MARKET['GBPUSD'] as [string, string])[0]
    : (MARKET['GBPUSD'] as [string, string])[1]
}

function money(minor: number): string {
  const text = String(Math.abs(minor)).padStart(3, '0')
  return `${minor < 0 ? '-' : ''}${text.slice(0, -2)}.${text.slice(-2)}`
}

const text = (value: number, digits: number): string => (value / 10 ** digits).toFixed(digits)

/** Moves of a price in points of it, for so many hundredths of a lot. */
function worth(name: Name, points: number, hundredths: number, isGain: boolean) {
  const { digits, contract } = SYMBOLS[name]
  return times(
    fraction(points, 10 ** digits),
    fraction(contract),
    fraction(hundredths, 100),
    fraction(dollars(name, isGain)),
  )
}

const anyAsk = fc.record({
  name: fc.constantFrom<Name>('EURUSD', 'XAUUSD', 'EURGBP'),
  side: fc.constantFrom<'buy' | 'sell'>('buy', 'sell'),
  hundredths: fc.integer({ min: 1, max: 900 }),
  stop: fc.integer({ min: 60, max: 4000 }),
  target: fc.integer({ min: 60, max: 4000 }),
  rests: fc.boolean(),
})

t.test('a check says what exact arithmetic says, for what fills and for what rests', (t) => {
  const { shard, check } = shardWith()
  fc.assert(
    fc.property(anyAsk, ({ name, side, hundredths, stop, target, rests }) => {
      const { digits } = SYMBOLS[name]
      const way = side === 'buy' ? 1 : -1
      const [bid, ask] = (MARKET[name] as [string, string]).map((one) =>
        Math.round(Number(one) * 10 ** digits),
      ) as [number, number]
      const price = (way === 1 ? ask : bid) - (rests ? way * 500 : 0)
      const body = {
        symbol: name,
        side,
        volume: text(hundredths, 2),
        stop_loss: text(price - way * stop, digits),
        take_profit: text(price + way * target, digits),
        ...(rests
          ? { kind: 'place', order_kind: 'limit', price: text(price, digits) }
          : { kind: 'open' }),
      }
      const { code, message, data } = check(body) as {
        code: string
        message: string
        data: Record<string, string>
      }
      equal(code, 'ok', message)
      const points = way === 1 ? -7.3 : 2.1
      const swap = worth(name, points, hundredths, points > 0)
      const { order_margin, margin, fee, swap_night, point_value, loss_at_stop, profit_at_target } =
        data
      deepStrictEqual(
        { fee, swap_night, loss_at_stop, profit_at_target },
        {
          fee: money(-roundedTo(times(fraction('3.5'), fraction(hundredths, 100)), 2)),
          swap_night: money(roundedTo(swap, 2)),
          loss_at_stop: money(roundedTo(worth(name, -stop, hundredths, false), 2)),
          profit_at_target: money(roundedTo(worth(name, target, hundredths, true), 2)),
        },
      )
      equal(Number(point_value), roundedTo(worth(name, 1, hundredths, false), 8) / 1e8)
      equal(order_margin, margin, 'of an account that holds nothing')
    }),
    { numRuns: 300 },
  )
  t.equal(shard.account().positions.size + shard.account().orders.size, 0, 'nothing is done')
  checkLedger(shard.records(LOGIN), shard.account())
  t.end()
})

t.test('a risk is answered with the largest volume that keeps it', (t) => {
  const { check } = shardWith()
  fc.assert(
    fc.property(anyAsk, fc.integer({ min: 1, max: 5_000_000 }), (asked, cents) => {
      const { name, side, stop, rests } = asked
      const { digits } = SYMBOLS[name]
      const way = side === 'buy' ? 1 : -1
      const [bid, ask] = (MARKET[name] as [string, string]).map((one) =>
        Math.round(Number(one) * 10 ** digits),
      ) as [number, number]
      const price = (way === 1 ? ask : bid) - (rests ? way * 500 : 0)
      const body = {
        symbol: name,
        side,
        risk: { amount: money(cents) },
        stop_loss: text(price - way * stop, digits),
        ...(rests
          ? { kind: 'place', order_kind: 'limit', price: text(price, digits) }
          : { kind: 'open' }),
      }
      const { code, data } = check(body) as { code: string; data: Record<string, string> }
      const loses = (hundredths: number) => roundedTo(worth(name, stop, hundredths, false), 2)
      if (loses(1) > cents) return equal(code, 'trade.invalid_volume')
      if (code === 'trade.no_money' || code === 'trade.limit_volume') return undefined
      equal(code, 'ok')
      const hundredths = Math.round(Number(data['volume']) * 100)
      equal(data['loss_at_stop'], money(-loses(hundredths)))
      ok(loses(hundredths) <= cents, 'it keeps the risk')
      const most = Math.round(Number(BOOK.symbolsByName.get(name)?.record.volume_max) * 100)
      ok(hundredths === most || loses(hundredths + 1) > cents, 'a step more does not')
      return undefined
    }),
    { numRuns: 300 },
  )
  t.end()
})

t.test('a percent is of the equity; what a risk cannot be is refused', (t) => {
  const { shard, check } = shardWith('10000')
  const body = { kind: 'open', symbol: 'EURUSD', side: 'buy', stop_loss: '1.16010' }
  const share = check({ ...body, risk: { percent: '1' } })
  t.match(share, { code: 'ok', data: { volume: '0.1', loss_at_stop: '-100.00' } })
  t.match(check({ ...body, risk: { percent: '0.0001' } }), {
    code: 'trade.invalid_volume',
    data: { min: '0.01', nearest: null },
  })
  for (const [over, why] of [
    [{ risk: {} }, /^risk: /],
    [{ risk: { amount: '1', percent: '1' } }, /^risk: /],
    [{ risk: 5 }, /^risk: /],
    [{ risk: { amount: '-1' } }, /^risk.amount: /],
    [{ risk: { amount: '1.005' } }, /^risk.amount: must have at most 2 decimals$/],
    [
      { risk: { amount: '90071992547409.92' } },
      /^risk.amount: is larger than the server can store$/,
    ],
    [{ risk: { percent: '101' } }, /^risk.percent: /],
    [{ risk: { percent: '1', more: 1 } }, /^risk.more: /],
    [{ risk: { percent: '1' }, volume: '1' }, /^volume: /],
    [{ risk: { percent: '1' }, stop_loss: undefined }, /^stop_loss: /],
    [{ risk: { percent: '1' }, side: undefined }, /^side: /],
    [
      { risk: { percent: '1' }, kind: 'close', position_id: 1 },
      /^risk: is allowed only with open and place, not with/,
    ],
  ] as const) {
    t.match(
      check({ ...body, ...over }),
      { code: 'invalid_input', message: why },
      JSON.stringify(over),
    )
  }
  for (const kind of ['close', 'close_by']) {
    t.match(check({ kind }), { code: 'invalid_input', message: 'position_id: is missing' }, kind)
  }
  t.match(check({ ...body, symbol: 'NONE', risk: { percent: '1' } }), {
    code: 'trade.symbol_unknown',
    message: 'There is no symbol NONE. Choose one from the list of symbols.',
  })
  const wrongSide = { ...body, stop_loss: '1.18', risk: { percent: '1' } }
  t.match(check(wrongSide), { code: 'trade.invalid_stops', data: { field: 'stop_loss' } })
  const socket = shard.socket()
  t.match(
    shard.request(socket, 'trade', { ...body, risk: { percent: '1' } }),
    { code: 'invalid_input' },
    'a trade has its volume',
  )
  t.end()
})

t.test('a risk that cannot be counted is refused with what keeps it from that', (t) => {
  const open = { kind: 'open', symbol: 'EURUSD', side: 'buy', stop_loss: '1.16010' }
  const place = { ...open, kind: 'place', order_kind: 'limit', price: '1.16900' }
  const pound = { ...open, symbol: 'EURGBP', stop_loss: '0.86000' }
  const isMissing = (field: string) => ['invalid_input', `${field}: is missing`]
  const digits = 'EURUSD has prices of 5 decimals in steps of 0.00001, above 0.'
  const stop = (why: string) => ['trade.invalid_stops', `stop_loss: ${why}`]
  const none = [
    'trade.off_quotes',
    'EURUSD has no price at the moment. Try again when quotes arrive.',
  ]
  const over = ['invalid_input', 'risk.percent: must be at most 100']
  const rows: readonly [body: object, refused: readonly string[], gone?: Name | 'GBPUSD'][] = [
    [{ ...open, side: undefined }, isMissing('side')],
    [{ ...place, side: undefined }, isMissing('side')],
    [{ ...place, price: undefined }, isMissing('price')],
    [{ ...place, price: undefined, side: undefined }, isMissing('side')],
    [{ ...open, stop_loss: '1.17010' }, stop('of a buy it is 1.16999 or lower now.')],
    [
      { ...open, side: 'sell', stop_loss: '1.17000' },
      stop('of a sell it is 1.17011 or higher now.'),
    ],
    [{ ...place, stop_loss: '1.16900' }, stop('of a buy it is 1.16899 or lower now.')],
    [{ ...open, stop_loss: '1.160105' }, stop(`${digits} Enter 0 for none.`)],
    [{ ...place, price: '1.169005' }, ['trade.invalid_price', `price: ${digits}`]],
    [{ ...open, risk: { percent: '100.000000000001' } }, over],
    [open, none, 'EURUSD'],
    [place, none, 'EURUSD'],
    [
      pound,
      [
        'trade.off_quotes',
        'There is no rate to convert GBP to USD at the moment. Try again later.',
      ],
      'GBPUSD',
    ],
  ]
  for (const [body, refused, gone] of rows) {
    const { prices, check } = shardWith('10000')
    if (gone !== undefined) prices.remove(gone)
    const { code, message } = check({ risk: { percent: '1' }, ...body })
    t.same([code, message], refused, JSON.stringify(body))
  }
  const { shard, prices, check } = shardWith('10000')
  const all = { ...open, risk: { percent: '100' } }
  t.match(check(all), { code: 'trade.no_money' }, 'all of it may be risked')
  shard.request(shard.socket(), 'trade', {
    kind: 'open',
    symbol: 'EURGBP',
    side: 'buy',
    volume: '0.1',
  })
  prices.remove('EURGBP')
  const held = [
    'trade.off_quotes',
    'An open position has no price at the moment. Try again when quotes arrive.',
  ]
  const { code, message } = check(all)
  t.same([code, message], held)
  shard.profile({ group: 'none\\such' })
  t.match(check(all), {
    code: 'trade.disabled',
    message: "The account's group is disabled. Ask your broker.",
  })
  t.end()
})

t.test('of stops, a part that is closed and a deletion the figures are of what is left', (t) => {
  const { shard, check } = shardWith()
  const socket = shard.socket()
  const open = { kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '0.4' }
  const { data } = shard.request(socket, 'trade', open) as { data: { position_id: number } }
  const { position_id } = data
  t.match(check({ kind: 'stops', position_id, stop_loss: '1.16010', take_profit: '1.18010' }), {
    code: 'ok',
    data: {
      order_margin: '0.00',
      fee: '0.00',
      point_value: '0.4',
      swap_night: '-2.92',
      loss_at_stop: '-400.00',
      profit_at_target: '400.00',
    },
  })
  t.match(check({ kind: 'close', position_id, volume: '0.3' }), {
    data: { fee: '-1.05', point_value: '0.1', loss_at_stop: null, order_margin: /^-/ },
  })
  t.match(check({ kind: 'close', position_id }), { data: { point_value: null, swap_night: null } })
  checkLedger(shard.records(LOGIN), shard.account())
  t.end()
})

interface Lots {
  readonly side: 'buy' | 'sell'
  readonly hundredths: number
  readonly price: number
}

/** What two orders come to on one netting position: hundredths of lots, and hundredths x points that were paid for them. */
function netted(first: Lots, then: Lots): { way: 1 | -1; hundredths: number; paid: number } {
  const way = first.side === 'buy' ? 1 : -1
  const [held, added] = [first.hundredths, then.hundredths]
  if (first.side === then.side) {
    return { way, hundredths: held + added, paid: held * first.price + added * then.price }
  }
  const left = Math.abs(held - added)
  if (added < held) return { way, hundredths: left, paid: left * first.price }
  return { way: way === 1 ? -1 : 1, hundredths: left, paid: left * then.price }
}

const anyLots = fc.record({
  side: fc.constantFrom<'buy' | 'sell'>('buy', 'sell'),
  hundredths: fc.integer({ min: 1, max: 40 }),
})

t.test(
  'on a netting account the figures are those of the whole position that there would be',
  (t) => {
    const book = givenBook({ groups: { [NETTING]: { commissions: [PER_DEAL] } } })
    const anyCase = fc.tuple(anyLots, anyLots, fc.boolean(), fc.integer({ min: 1, max: 900_00 }))
    fc.assert(
      fc.property(anyCase, fc.constantFrom<Name>('EURUSD', 'EURGBP'), (drawn, name) => {
        const [first, then, rests, cents] = drawn
        const { shard, check } = shardWith('10000000', book)
        shard.profile({ group: NETTING })
        const priced = (lots: typeof first, away: number): Lots => {
          const [bid, ask] = MARKET[name] as [string, string]
          const price = Math.round(Number(lots.side === 'buy' ? ask : bid) * 1e5)
          return { ...lots, price: price - (lots.side === 'buy' ? away : -away) }
        }
        const body = ({ side, hundredths }: typeof first) => {
          return { kind: 'open', symbol: name, side, volume: text(hundredths, 2) }
        }
        shard.request(shard.socket(), 'trade', body(first))
        const market = rests ? priced(then, 777) : priced(then, 0)
        const limit = { kind: 'place', order_kind: 'limit', price: text(market.price, 5) }
        const asked = { ...body(then), ...(rests ? limit : {}) }
        const held = netted(priced(first, 0), market)
        const { code, message, data } = check(asked) as never as Answered
        equal(code, 'ok', message)
        const isAdded = first.side === then.side
        const opened = isAdded ? then.hundredths : Math.max(0, then.hundredths - first.hundredths)
        const fee = roundedTo(times(fraction('3.5'), fraction(opened, 100)), 2)
        equal(data.fee, money(-fee), 'charged by what it opens')
        const { way, hundredths, paid } = held
        if (hundredths === 0) {
          const { side_after, price_after, point_value } = data
          deepStrictEqual(
            [data.volume_after, side_after, price_after, point_value],
            ['0', null, null, null],
          )
          return
        }
        equal(Number(data.volume_after), hundredths / 100)
        equal(data.side_after, way === 1 ? 'buy' : 'sell')
        const average = paid / hundredths
        const open = way === 1 ? Math.ceil(average) : Math.floor(average)
        equal(data.price_after, text(open, 5), 'the worse of the two points around the average')
        equal(Number(data.point_value), roundedTo(worth(name, 1, hundredths, false), 8) / 1e8)
        // A loss of so much, as a page finds its price: whole points of that value from that price.
        const points = Math.floor(cents / 100 / Number(data.point_value))
        const stop = open - way * points
        const lost = times(worth(name, 1, 1, false), fraction(way * (paid - hundredths * stop)))
        ok(roundedTo(lost, 2) <= cents, `${roundedTo(lost, 2)} of ${cents}`)
        if (points < 2 || stop < 1 || (!isAdded && then.hundredths < first.hundredths)) return
        if (way * (market.price - stop) <= 20) return
        const told = check({ ...asked, stop_loss: text(stop, 5) }) as never as Answered
        equal(told.data.loss_at_stop, money(-roundedTo(lost, 2)), JSON.stringify(told))
      }),
      { numRuns: 300 },
    )
    t.end()
  },
)

interface Answered {
  readonly code: string
  readonly message: string
  readonly data: Readonly<Record<string, string | null>>
}

t.test('what a check says of the position is what the position is afterwards', (t) => {
  const { shard, check } = shardWith('100000')
  shard.profile({ group: NETTING })
  const ask = { kind: 'open', symbol: 'EURUSD', stop_loss: '0', take_profit: '0' }
  for (const [side, volume] of [
    ['buy', '0.3'],
    ['buy', '0.2'],
    ['sell', '0.1'],
    ['sell', '0.7'],
    ['buy', '0.3'],
  ]) {
    const told = (check({ ...ask, side, volume }) as never as Answered).data
    shard.request(shard.socket(), 'trade', { ...ask, side, volume })
    const { data } = shard.request(shard.socket(), 'snapshot') as { data: { positions: object[] } }
    const { volume_after, side_after, price_after, point_value } = told
    const after = { volume: volume_after, side: side_after, price_open: price_after, point_value }
    if (volume_after === '0') t.same(data.positions, [])
    else t.match(data.positions, [after])
  }
  checkLedger(shard.records(LOGIN), shard.account())
  t.end()
})

t.test('a part that an order takes leaves the average of what was paid, to the last digit', (t) => {
  const { shard, check } = shardWith('100000')
  shard.profile({ group: NETTING })
  const buy = { kind: 'open', symbol: 'EURUSD', side: 'buy', stop_loss: '1.16000' }
  shard.request(shard.socket(), 'trade', { ...buy, volume: '0.2' })
  shard.push('EURUSD', '1.17001', '1.17011')
  shard.request(shard.socket(), 'trade', { ...buy, volume: '0.1' })
  const sell = { symbol: 'EURUSD', side: 'sell', volume: '0.1' }
  for (const asked of [
    { ...sell, kind: 'open' },
    { ...sell, kind: 'place', order_kind: 'limit', price: '1.18000' },
  ]) {
    // A third of a point above 1.17010: 1,010 and a third points of 0.2.
    t.match(check(asked), {
      code: 'ok',
      data: {
        volume_after: '0.2',
        side_after: 'buy',
        price_after: '1.17011',
        loss_at_stop: '-202.07',
      },
    })
  }
  t.end()
})

t.test('figures that need a rate which is not there are not told, and the others are', (t) => {
  const rule = tierRule('*', 'value', [['0', '1']], 'GBP')
  const tiers = {
    profiles: [leverageProfile(rule)],
    groups: { [HEDGING]: { leverage_profile_id: 1 } },
  }
  const none = { price: null, swap_night: null }
  const figuresOf = (book: Book, symbol: string, stop_loss: string) => {
    const { shard, prices, check } = shardWith('10000', book)
    const open = { kind: 'open', symbol, side: 'buy', volume: '0.4' }
    const { data } = shard.request(shard.socket(), 'trade', open) as {
      data: { position_id: number }
    }
    prices.remove('GBPUSD')
    if (symbol !== 'EURGBP') prices.remove('EURGBP')
    const { position_id } = data
    const [stops, close] = [
      { kind: 'stops', position_id, stop_loss },
      { kind: 'close', position_id },
    ]
    checkLedger(shard.records(LOGIN), shard.account())
    const closing = check(close)
    return [check(stops)['data'], closing['code'] === 'ok' ? closing['data'] : closing['code']]
  }
  const gone = { point_value: null, loss_at_stop: null, profit_at_target: null }
  const held = { volume_after: '0.4', side_after: 'buy' }
  const flat = { volume_after: '0', side_after: null, price_after: null }
  t.same(figuresOf(BOOK, 'EURGBP', '0.86'), [
    {
      ...none,
      bid: '0.86650',
      ask: '0.86670',
      volume: '0.4',
      margin: '468.04',
      margin_free: null,
      order_margin: '0.00',
      fee: '0.00',
      ...held,
      price_after: '0.86670',
      ...gone,
    },
    'trade.off_quotes',
  ])
  t.same(figuresOf(givenBook(tiers), 'EURUSD', '1.16'), [
    {
      ...none,
      bid: '1.17000',
      ask: '1.17010',
      volume: '0.4',
      margin: null,
      margin_free: null,
      order_margin: null,
      fee: '0.00',
      ...held,
      price_after: '1.17010',
      swap_night: '0.00',
      point_value: '0.4',
      loss_at_stop: '-404.00',
      profit_at_target: null,
    },
    {
      volume: '0.4',
      price: '1.17000',
      bid: '1.17000',
      ask: '1.17010',
      margin: '0.00',
      margin_free: '9996.00',
      order_margin: null,
      fee: '0.00',
      ...flat,
      swap_night: null,
      ...gone,
    },
  ])
  t.end()
})
