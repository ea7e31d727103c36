import t from 'tap'
import { VALUATION_ROWS_MAX } from '../../../../engine/limits/sockets.js'
import { LOGIN } from '../../../given/account.js'
import { givenBook } from '../../../given/book.js'
import { encodeFrame, GivenShard, type Told } from '../../../given/floors/shard.js'
import { GivenPrices } from '../../../given/prices.js'
import { checkLedger } from '../../../given/records/ledger.js'

// Goal: who asks for the figures of positions hears each of them, exact, when it moves, and no more often than said.

interface Row {
  readonly position_id: number
  readonly price_current: string | null
  readonly profit: string | null
  readonly swap: string
  readonly margin: string | null
  readonly point_value: string | null
}
interface Valuation {
  readonly part: number
  readonly parts: number
  readonly rows: readonly Row[]
}

const LOTS = { EURUSD: '0.37', USDJPY: '1.13', EURGBP: '0.29', XAUUSD: '0.07' } as const

function shardOf(clock?: GivenShard['clock']): GivenShard {
  const book = givenBook()
  const given = clock === undefined ? {} : { clock }
  const shard = new GivenShard({ book, prices: new GivenPrices(book), ...given })
  return shard.profile().grantIds(100, 100_000).deposit('1000000')
}

/** Positions of several currencies, bought and sold. */
function trading(shard: GivenShard): GivenShard {
  const socket = shard.socket()
  for (const [symbol, volume] of Object.entries(LOTS)) {
    for (const side of ['buy', 'sell']) {
      shard.request(socket, 'trade', { kind: 'open', symbol, side, volume })
    }
  }
  return shard
}

function valuations(told: readonly Told[], socket?: number): Valuation[] {
  return told
    .filter(({ kind, target }) => kind === 'valuation' && (target === socket || !socket))
    .map(({ value }) => value['data'] as Valuation)
}

/** A second passes, and all that is due by then is done. */
function second(shard: GivenShard): Told[] {
  shard.clock.at += 1000
  const told = shard.turn(() => {
    shard.parts.longAnswers.everySecond()
    shard.parts.valuations.step(1000)
  })
  while (shard.parts.valuations.hasWork) told.push(...shard.turn(() => undefined))
  return told
}

function subscribe(shard: GivenShard, args: object, socket = shard.socket()): number {
  const reply = shard.request(socket, 'subscribe', { ...args })
  if (reply['code'] !== 'ok') throw new Error(String(reply['message']))
  return socket
}

/** The first valuation that the socket hears. */
function firstTold(shard: GivenShard, socket = shard.socket()): Told[] {
  const told = shard.turn(() => shard.send(socket, 'subscribe', { valuation: true }))
  while (shard.parts.valuations.hasWork) told.push(...shard.turn(() => undefined))
  return told
}

/** As told, or what the snapshot says. */
function rowsOf(told: readonly Told[]): Row[] {
  return valuations(told).flatMap(({ rows }) => rows)
}

// Exact arithmetic of its own: fractions of whole numbers, rounded half away from zero once.
interface Ratio {
  readonly top: bigint
  readonly bottom: bigint
}
function of(text: string): Ratio {
  const [whole = '', part = ''] = text.replace('-', '').split('.')
  const size = BigInt(whole + part)
  return { top: text.startsWith('-') ? -size : size, bottom: 10n ** BigInt(part.length) }
}
const times = (a: Ratio, b: Ratio): Ratio => ({ top: a.top * b.top, bottom: a.bottom * b.bottom })
const over = (a: Ratio, b: Ratio): Ratio => times(a, { top: b.bottom, bottom: b.top })
const minus = (a: Ratio, b: Ratio): Ratio => ({
  top: a.top * b.bottom - b.top * a.bottom,
  bottom: a.bottom * b.bottom,
})
function rounded({ top, bottom }: Ratio, digits: number): string {
  const scaled = (top < 0n ? -top : top) * 10n ** BigInt(digits) * 2n + bottom
  const text = String(scaled / (bottom * 2n)).padStart(digits + 1, '0')
  const sign = top < 0n && !/^0+$/.test(text) ? '-' : ''
  return `${sign}${text.slice(0, -digits)}.${text.slice(-digits)}`
}

/** The last digit of a price. */
const pointOf = (price: string): Ratio => ({ top: 1n, bottom: of(price).bottom })
const trimmed = (text: string): string => text.replace(/\.?0+$/, '')

/** Rates into dollars have 12 digits: a gain takes the lower side of the market, a loss the higher. */
function inDollars(currency: string, isLoss: boolean, market: Market): Ratio {
  if (currency === 'USD') return of('1')
  const [name, isInverse] = currency === 'JPY' ? ['USDJPY', true] : [`${currency}USD`, false]
  const [bid = '', ask = ''] = market[name as string] ?? []
  const price = of(isLoss !== isInverse ? ask : bid)
  return of(rounded(isInverse ? over(of('1'), price) : price, 12))
}
type Market = Readonly<Record<string, readonly [bid: string, ask: string]>>

const CONTRACT: Readonly<Record<string, string>> = { XAUUSD: '100' }

t.test('each figure is that of exact arithmetic, and the snapshot has the same', (t) => {
  const market: Market = {
    EURUSD: ['1.17313', '1.17329'],
    USDJPY: ['149.871', '149.884'],
    GBPUSD: ['1.34777', '1.34801'],
    EURGBP: ['0.86912', '0.86933'],
    XAUUSD: ['2391.17', '2391.61'],
  }
  for (const codec of ['json', 'msgpack'] as const) {
    const shard = trading(shardOf())
    for (const [name, [bid, ask]] of Object.entries(market)) shard.push(name, bid, ask)
    const socket = shard.socket({ codec })
    const rows = rowsOf(firstTold(shard, socket))
    const snapshot = shard.request(socket, 'snapshot')['data'] as { positions: SnapshotRow[] }
    t.equal(rows.length, 8)
    t.same(
      rows.map(({ position_id: id, ...figures }) => ({ id, ...figures })),
      snapshot.positions.map(({ id, price_current, profit, swap, margin, point_value }) => {
        return { id, price_current, profit, swap, margin, point_value }
      }),
    )
    for (const [at, { symbol, side, volume, price_open, ...row }] of snapshot.positions.entries()) {
      const [bid = '', ask = ''] = market[symbol] ?? []
      const price = side === 'buy' ? bid : ask
      t.equal(rows[at]?.price_current, price)
      const points = minus(of(price), of(price_open))
      const move = side === 'buy' ? points : times(points, of('-1'))
      const currency = symbol.slice(3)
      const gross = times(times(move, of(volume)), of(CONTRACT[symbol] ?? '100000'))
      const rate = inDollars(currency, gross.top < 0n, market)
      t.equal(rows[at]?.profit, rounded(times(gross, rate), 2), `${symbol} ${side} ${row.id}`)
      const loss = inDollars(currency, true, market)
      const lots = times(of(volume), of(CONTRACT[symbol] ?? '100000'))
      const point = times(times(pointOf(price), lots), loss)
      t.equal(rows[at]?.point_value, trimmed(rounded(point, 8)), `a point of ${symbol} ${side}`)
    }
    checkLedger(shard.records(LOGIN), shard.account())
  }
  t.end()
})

interface SnapshotRow {
  readonly id: number
  readonly symbol: string
  readonly side: string
  readonly volume: string
  readonly price_open: string
  readonly price_current: string
  readonly profit: string
  readonly swap: string
  readonly margin: string
  readonly point_value: string
}

t.test('the margin of a position is its own, as if the account held nothing else', (t) => {
  const shard = trading(shardOf())
  const [eur] = rowsOf(firstTold(shard))
  // 0.37 lots of 100,000 EUR at the ask of 1.17010, by 100.
  t.equal(eur?.margin, rounded(times(of('37000'), over(of('1.17010'), of('100'))), 2))
  checkLedger(shard.records(LOGIN), shard.account())
  t.end()
})

t.test('it is told when a figure moves, once a second, and not where nothing does', (t) => {
  const shard = trading(shardOf())
  const socket = shard.socket()
  const told = shard.turn(() => shard.send(socket, 'subscribe', { valuation: true }))
  t.equal(valuations(told, socket).length, 1, 'at once')
  t.equal(valuations(second(shard)).length, 0, 'nothing has moved')
  shard.push('EURUSD', '1.17500', '1.17510')
  t.equal(valuations(second(shard)).length, 1)
  shard.push('EURUSD', '1.17600', '1.17610')
  const early = shard.turn(() => {
    shard.clock.at += 500
    shard.parts.valuations.step(1000)
  })
  t.equal(valuations(early).length, 0, 'half a second later it waits')
  const [later] = valuations(second(shard))
  t.equal(later?.rows.length, 8, 'of all positions')
  t.equal(later?.rows[0]?.price_current, '1.17600')
  for (let i = 0; i < 20; i++) {
    const again = shard.turn(() => shard.send(socket, 'subscribe', { valuation: true }))
    t.equal(valuations(again).length, 0, 'asking again does not bring it sooner')
  }
  checkLedger(shard.records(LOGIN), shard.account())
  t.end()
})

t.test('a position that ended is news, though the figures of the others stand', (t) => {
  const shard = trading(shardOf())
  const told = rowsOf(firstTold(shard))
  const position_id = told.at(-1)?.position_id
  shard.request(shard.socket(), 'trade', { kind: 'close', position_id })
  t.same(rowsOf(second(shard)), told.slice(0, -1))
  checkLedger(shard.records(LOGIN), shard.account())
  t.end()
})

t.test('without a price the figures that need it are null', (t) => {
  const shard = trading(shardOf())
  const { prices } = shard
  if (prices instanceof GivenPrices) prices.remove('EURUSD')
  t.match(rowsOf(firstTold(shard))[0], { price_current: null, profit: null, swap: '0.00' })
  checkLedger(shard.records(LOGIN), shard.account())
  t.end()
})

t.test('pieces of 500, each saying how many they are; a position that ended is in none', (t) => {
  const shard = shardOf()
  const trader = shard.socket()
  const OPEN = { kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '0.01' }
  shard.turn(() => {
    for (let i = 0; i <= VALUATION_ROWS_MAX; i++) shard.send(trader, 'trade', OPEN)
  })
  const told = valuations(firstTold(shard))
  t.same(
    told.map(({ part, parts, rows }) => [part, parts, rows.length]),
    [
      [1, 2, VALUATION_ROWS_MAX],
      [2, 2, 1],
    ],
  )
  const ids = told.flatMap(({ rows }) => rows.map(({ position_id: id }) => id))
  t.same(ids, shard.account().positions.keys())
  t.equal(new Set(ids).size, VALUATION_ROWS_MAX + 1)

  shard.push('EURUSD', '1.18000', '1.18010')
  shard.clock.at += 1000
  const last = ids.at(-1) as number
  const first = shard.turn(() => shard.parts.valuations.step(1000))
  t.equal(valuations(first).length, 2)
  shard.push('EURUSD', '1.19000', '1.19010')
  shard.clock.at += 1000
  Object.assign(shard.clock, { monotonic: stepping(shard.clock.at, 0.2) })
  const begun = shard.turn(() => shard.parts.valuations.step(1000))
  t.equal(valuations(begun).length, 0, 'a turn does only so much of it')
  shard.request(trader, 'trade', { kind: 'close', position_id: last })
  const rest: Told[] = []
  let turns = 0
  while (shard.parts.valuations.hasWork && turns++ < 10_000) {
    rest.push(...shard.turn(() => undefined))
  }
  t.ok(turns > 10, `${turns} turns`)
  t.equal(rowsOf(rest).length, VALUATION_ROWS_MAX)
  t.notOk(rowsOf(rest).some(({ position_id: id }) => id === last))
  checkLedger(shard.records(LOGIN), shard.account())
  t.end()
})

/** A clock on which every look takes so long. */
function stepping(from: number, ms: number): () => number {
  let at = from
  return () => {
    at += ms
    return at
  }
}

t.test('who unsubscribes, and who is gone, hears no more; the others go on', (t) => {
  const shard = trading(shardOf())
  const [one, two, three] = [0, 1, 2].map(() => subscribe(shard, { valuation: true }))
  const heard = (bid: string, ask: string): number[] => {
    shard.push('EURUSD', bid, ask)
    return second(shard).flatMap(({ kind, target }) => (kind === 'valuation' ? [target] : []))
  }
  t.same(heard('1.17100', '1.17110'), [one, two, three])
  t.match(shard.request(one as number, 'unsubscribe', { valuation: true }), { code: 'ok' })
  t.same(heard('1.17200', '1.17210'), [two, three])
  shard.parts.closeSocket(two as number)
  t.same(heard('1.17300', '1.17310'), [three])
  t.match(shard.request(three as number, 'subscribe', { valuation: false }), { code: 'ok' })
  t.same(heard('1.17400', '1.17410'), [])
  t.equal(shard.parts.valuations.size, 0)
  checkLedger(shard.records(LOGIN), shard.account())
  t.end()
})

t.test('it is asked for by true or false, alone or beside symbols', (t) => {
  const shard = trading(shardOf())
  const socket = shard.socket()
  for (const valuation of ['yes', 1, null, {}]) {
    t.match(shard.request(socket, 'subscribe', { valuation }), { code: 'invalid_input' })
  }
  t.match(shard.request(socket, 'subscribe', {}), { code: 'invalid_input' })
  t.match(shard.request(socket, 'subscribe', { valuation: true, symbols: ['NONE'] }), {
    code: 'trade.symbol_unknown',
  })
  t.equal(shard.parts.valuations.size, 0, 'a refused one changes nothing')
  const told = shard.turn(() => {
    shard.frames.handle(
      socket,
      encodeFrame('json', {
        id: 77,
        op: 'subscribe',
        args: { valuation: true, symbols: ['EURUSD'] },
      }),
    )
  })
  t.same(
    told.map(({ kind, value }) => [kind, value['op'] ?? value['event'] ?? value['code']]),
    [
      ['control', 'valuation'],
      ['reply', 'ok'],
      ['control', 'subscribe'],
      ['valuation', 'valuation'],
    ],
  )
  checkLedger(shard.records(LOGIN), shard.account())
  t.end()
})

t.test('a reader that missed a part is told all of it again, from another part on', (t) => {
  const shard = shardOf()
  const trader = shard.socket()
  const OPEN = { kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '0.01' }
  shard.turn(() => {
    for (let i = 0; i <= VALUATION_ROWS_MAX; i++) shard.send(trader, 'trade', OPEN)
  })
  const socket = shard.socket()
  t.same(parts(firstTold(shard, socket)), [1, 2])
  shard.clock.at += 1000
  t.same(parts(shard.turn(() => shard.parts.valuations.again(socket))), [2, 1], 'though none moved')
  t.same(parts(shard.turn(() => shard.parts.valuations.again(socket))), [], 'not before its time')
  t.same(parts(second(shard)), [1, 2])
  t.same(parts(second(shard)), [])
  const stranger = shard.socket()
  shard.turn(() => shard.parts.valuations.again(stranger))
  t.same(parts(second(shard)), [], 'of one that does not hear it nothing follows')
  checkLedger(shard.records(LOGIN), shard.account())
  t.end()
})

function parts(told: readonly Told[]): number[] {
  return valuations(told).map(({ part }) => part)
}

t.test('while a snapshot is told there is none, and one follows it', (t) => {
  const shard = shardOf()
  const trader = shard.socket()
  const OPEN = { kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '0.01' }
  shard.turn(() => {
    for (let i = 0; i < 200; i++) shard.send(trader, 'trade', OPEN)
  })
  const socket = subscribe(shard, { valuation: true })
  second(shard)
  shard.turn(() => shard.send(socket, 'snapshot'))
  t.ok(shard.parts.longAnswers.size > 0, 'it takes several slices')
  shard.push('EURUSD', '1.18000', '1.18010')
  t.same(parts(second(shard)), [])
  while (shard.parts.longAnswers.size > 0) shard.turn(() => shard.credit(socket))
  t.same(parts(second(shard)), [1], 'though nothing moved since')
  t.same(parts(second(shard)), [])
  checkLedger(shard.records(LOGIN), shard.account())
  t.end()
})

t.test('of an account that was set aside nothing is told', (t) => {
  const shard = trading(shardOf())
  subscribe(shard, { valuation: true })
  second(shard)
  shard.turn(() => void shard.core.quarantine.add(shard.account(), new Error('given')))
  shard.push('EURUSD', '1.18000', '1.18010')
  t.same(parts(second(shard)), [])
  t.same(shard.failures, [], 'nor is it looked at')
  t.end()
})

t.test('figures that cannot be found are left out, and staff are told of it', (t) => {
  const shard = trading(shardOf())
  subscribe(shard, { valuation: true })
  shard.profile({ login: LOGIN + 1 }).deposit('10000', LOGIN + 1)
  const other = shard.socket({ login: LOGIN + 1 })
  shard.request(other, 'trade', { kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '0.1' })
  subscribe(shard, { valuation: true }, other)
  second(shard)
  const broken = new Error('given')
  const { positions } = shard.account()
  const { get } = positions
  positions.get = () => {
    throw broken
  }
  shard.push('EURUSD', '1.18000', '1.18010')
  const told = second(shard)
  t.equal(valuations(told, other).length, 1)
  t.equal(valuations(told).length, 1)
  t.same(shard.failures, [{ what: 'valuation', login: LOGIN, error: broken }])
  positions.get = get
  t.equal(valuations(second(shard)).length, 1, 'and the next time they are told')
  t.same(shard.setAside, [])
  checkLedger(shard.records(LOGIN), shard.account())
  t.end()
})

t.test('a socket that a new thread of the shard is told of hears them again', (t) => {
  const shard = trading(shardOf())
  const open = { login: LOGIN, codec: 'json', read_only: true, reason: 'client' } as const
  shard.turn(() => shard.parts.openSocket(900, { ...open, valuation: true }))
  shard.turn(() => shard.parts.openSocket(901, open))
  shard.push('EURUSD', '1.18000', '1.18010')
  const told = second(shard).filter(({ kind }) => kind === 'valuation')
  t.same(
    told.map(({ target }) => target),
    [900],
  )
  checkLedger(shard.records(LOGIN), shard.account())
  t.end()
})

t.test('an account is valued from 950 milliseconds after its last valuation on', (t) => {
  const shard = trading(shardOf())
  firstTold(shard)
  shard.push('EURUSD', '1.18000', '1.18010')
  const stepped = (ms: number) => {
    shard.clock.at += ms
    return parts(shard.turn(() => shard.parts.valuations.step(1000)))
  }
  t.same(stepped(949), [])
  t.same(stepped(1), [1])
  checkLedger(shard.records(LOGIN), shard.account())
  t.end()
})

t.test('of sockets that are gone, or hear no figures, nothing is kept', (t) => {
  const shard = trading(shardOf())
  const { valuations: valued } = shard.parts
  const unknown = 77
  valued.set(unknown, true)
  valued.again(unknown)
  valued.drop(unknown)
  valued.again(shard.socket())
  t.equal(valued.size, 0)
  t.equal(valued.hasWork, false)
  const socket = subscribe(shard, { valuation: true })
  t.equal(valued.size, 1)
  for (let n = 0; n < 2; n++) {
    shard.parts.closeSocket(socket)
    t.equal(valued.size, 0)
  }
  checkLedger(shard.records(LOGIN), shard.account())
  t.end()
})

t.test('who is asked for twice before its turn is valued once', (t) => {
  const shard = trading(shardOf())
  const socket = shard.socket()
  firstTold(shard, socket)
  shard.push('EURUSD', '1.18000', '1.18010')
  shard.clock.at += 1000
  Object.assign(shard.clock, { monotonic: stepping(shard.clock.at, 1) })
  const told = shard.turn(() => {
    for (let n = 0; n < 3; n++) shard.parts.valuations.step(1000)
  })
  t.same(parts(told), [1])
  shard.push('EURUSD', '1.19000', '1.19010')
  t.same(parts(shard.turn(() => undefined)), [])
  checkLedger(shard.records(LOGIN), shard.account())
  t.end()
})

t.test('a valuation that is under way ends with its last reader, or with its account', (t) => {
  for (const [what, end] of [
    ['gone', (shard: GivenShard, socket: number) => shard.parts.closeSocket(socket)],
    [
      'set aside',
      (shard: GivenShard) => void shard.core.quarantine.add(shard.account(), new Error('given')),
    ],
  ] as const) {
    const shard = shardOf()
    const trader = shard.socket()
    const OPEN = { kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '0.01' }
    shard.turn(() => {
      for (let i = 0; i <= VALUATION_ROWS_MAX; i++) shard.send(trader, 'trade', OPEN)
    })
    const socket = shard.socket()
    t.same(parts(firstTold(shard, socket)), [1, 2])
    const { valuations: valued } = shard.parts
    shard.clock.at += 1000
    Object.assign(shard.clock, { monotonic: stepping(shard.clock.at, 1) })
    shard.push('EURUSD', '1.18000', '1.18010')
    t.same(parts(shard.turn(() => valued.step(1000))), [], what)
    t.equal(valued.hasWork, true, `${what}, and it is under way`)
    shard.turn(() => end(shard, socket))
    t.equal(valued.hasWork, false, what)
    t.same(shard.failures, [])
  }
  t.end()
})

t.test('of an account that is set aside between two parts the second is not told', (t) => {
  const shard = shardOf()
  const trader = shard.socket()
  const OPEN = { kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '0.01' }
  shard.turn(() => {
    for (let i = 0; i <= VALUATION_ROWS_MAX; i++) shard.send(trader, 'trade', OPEN)
  })
  firstTold(shard)
  shard.push('EURUSD', '1.18000', '1.18010')
  shard.clock.at += 1000
  Object.assign(shard.clock, { monotonic: stepping(shard.clock.at, 1) })
  const told = shard.turn(() => shard.parts.valuations.step(1000))
  while (parts(told).length === 0) told.push(...shard.turn(() => undefined))
  t.same(parts(told), [1])
  const rest = shard.turn(() => void shard.core.quarantine.add(shard.account(), new Error('given')))
  t.same(parts(rest), [])
  t.equal(shard.parts.valuations.hasWork, false)
  t.end()
})
