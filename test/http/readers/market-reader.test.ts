import { unpack } from 'msgpackr'
import t from 'tap'
import type { QueryPool } from '../../../actors/queries/pool.js'
import type { Book } from '../../../engine/book/compiled.js'
import { refuse } from '../../../engine/code.js'
import { because } from '../../../engine/reasons/reasons.js'
import { type MarketAsker, MarketReader } from '../../../http/readers/market-reader.js'
import type { SocketCodec } from '../../../wire/frame/socket-frame.js'
import { givenBook, groupIn, HEDGING, symbolIn } from '../../given/book.js'
import { HandClock } from '../../given/hand-clock.js'

const HOUR_MS = 3_600_000
/** The given time is a Monday at noon. */
const MORNING = [{ day: 1, kind: 'trade', from_min: 0, to_min: 13 * 60 }] as const

const nobody = () => {
  throw new Error('a list of symbols needs no price')
}

/** The bytes of a list: it is the same one as long as they are. */
async function bytesOf(reader: MarketReader, path: string): Promise<unknown> {
  const made = await reader.symbols(path, 'msgpack')
  if (!made.ok) throw new Error(made.message)
  return made.value
}

function given() {
  const clock = new HandClock()
  const book = givenBook({ symbols: { EURUSD: { sessions: MORNING } } })
  const reader = new MarketReader({
    book: () => book,
    clock,
    queries: { of: nobody },
    history: { upToDate: nobody },
  })
  const list = async (codec: SocketCodec = 'msgpack') => {
    const made = await reader.symbols(HEDGING, codec)
    if (!made.ok) throw new Error(made.message)
    return made.value
  }
  return { clock, list }
}

/** A list is the same one as long as it is the same bytes, not only equal ones. */
t.test('M2: a list is made once for all who ask while it holds', async (t) => {
  const { clock, list } = given()
  const first = list()
  t.equal(await list(), await first, 'who asks while it is made')
  t.equal(await list(), await first, 'who asks in the same millisecond')
  clock.at += HOUR_MS - 1
  t.equal(await list(), await first, 'until just before trading ends')
  clock.at += 1
  t.not(await list(), await first)
})

t.test('a list that was made later than now is none of now', async (t) => {
  const { clock, list } = given()
  const first = await list()
  clock.at -= 1
  t.not(await list(), first)
})

t.test('when trading in a symbol ends, the next list says when it begins again', async (t) => {
  const { clock, list } = given()
  const times = async () => {
    const rows = JSON.parse(String(await list('json'))) as Record<string, unknown>[]
    const row = rows.find(({ name }) => name === 'EURUSD')
    return [row?.['trading_opens_at'], row?.['trading_closes_at']]
  }
  const [opens, closes] = ['2026-01-12T00:00:00.000Z', '2026-01-05T13:00:00.000Z']
  t.same(await times(), [opens, closes])
  clock.at += HOUR_MS
  t.same(await times(), [opens, '2026-01-12T13:00:00.000Z'])
})

t.test(
  'M1: what a group does not trade is not there, nor is a group that is no more',
  async (t) => {
    const book = givenBook({ symbols: { GBPUSD: { trade_access: 'disabled' } } })
    const asked: unknown[] = []
    const run = async (...question: unknown[]) => {
      asked.push(question)
      return refuse('unavailable', 'given')
    }
    const clock = new HandClock()
    const reader = new MarketReader({
      book: () => book,
      clock,
      history: { upToDate: async () => undefined },
      queries: { of: () => ({ run }) } as unknown as QueryPool,
    })
    const rows = async (codec: SocketCodec) => {
      const made = await reader.symbols(HEDGING, codec)
      if (!made.ok) throw new Error(made.message)
      const { value } = made
      const rows: { name: string }[] = typeof value === 'string' ? JSON.parse(value) : unpack(value)
      return rows
    }
    const names = [...book.symbolsById.values()].map(({ name }) => name)
    const traded = names.filter((name) => name !== 'GBPUSD')
    t.same(
      (await rows('json')).map(({ name }) => name),
      traded,
    )
    t.same(await rows('msgpack'), await rows('json'))
    const gone = because('not_found.group_gone')
    t.match(await reader.symbols('demo\\gone', 'json'), gone)
    const ask = (symbol: string, group = HEDGING, more: object = {}) =>
      reader.candles({ group } as MarketAsker, { symbol, timeframe: 'M5', ...more }, 'json')
    for (const [symbol, group] of [
      ['GBPUSD', HEDGING],
      ['NONE', HEDGING],
      ['EURUSD', 'demo\\gone'],
    ] as const) {
      const message = `There is no symbol ${symbol} for your account. Choose one from the list of symbols.`
      t.match(await ask(symbol, group), { ok: false, code: 'not_found', message })
    }
    const endless = await ask('x'.repeat(65))
    t.match(endless, {
      message: `There is no symbol ${'x'.repeat(64)} for your account. Choose one from the list of symbols.`,
    })
    const reversed = { from: '2026-01-02', to: '2026-01-01' }
    t.match(await ask('EURUSD', HEDGING, reversed), { ok: false, code: 'invalid_input' })
    t.same(asked, [])
    await ask('eurusd', HEDGING, { from: '2026-01-02', limit: 7 })
    await ask('EURUSD')
    const { id, name, digits } = symbolIn(book, 'EURUSD')
    const range = { symbolId: id, timeframe: 'M5', clock: book.clock }
    const rest = { symbol: name, digits, now: clock.at, codec: 'json' }
    const from = Date.parse('2026-01-02')
    t.same(asked, [
      ['candles', { range: { ...range, from, limit: 7 }, ...rest }],
      ['candles', { range: { ...range, limit: 500 }, ...rest }],
    ])
  },
)

t.test('a list is rebuilt after a change of its sources', async (t) => {
  let book = givenBook()
  const reader = new MarketReader({
    book: () => book,
    clock: new HandClock(),
    queries: { of: nobody },
    history: { upToDate: nobody },
  })
  const list = () => bytesOf(reader, HEDGING)
  const { records, symbolsById, groupsByPath } = book
  const changes: readonly (readonly [what: string, change: Partial<Book>])[] = [
    ['symbols', { symbolsById: new Map(symbolsById) }],
    ['its group', { groupsByPath: new Map(groupsByPath).set(HEDGING, { ...groupIn(book) }) }],
    ['holidays', { records: { ...records, holidays: [] } }],
    ['the settings of the server', { records: { ...records, settings: [] } }],
  ]
  for (const [what, change] of changes) {
    const before = await list()
    t.equal(await list(), before)
    book = { ...book, ...change }
    t.not(await list(), before, what)
    book = { ...book, records, symbolsById, groupsByPath }
  }
  const before = await list()
  book = { ...book, version: 2, records: { ...records, routing: [] } }
  t.equal(await list(), before, 'and not of anything else')
})

t.test('eight lists are kept: for one more goes the one that was made first', async (t) => {
  const paths = Array.from({ length: 9 }, (_, i) => `demo\\g${i}`)
  let book = givenBook({ groups: Object.fromEntries(paths.map((path) => [path, {}])) })
  const reader = new MarketReader({
    book: () => book,
    clock: new HandClock(),
    queries: { of: nobody },
    history: { upToDate: nobody },
  })
  const list = (i: number) => bytesOf(reader, paths[i] ?? '')
  const first: unknown[] = []
  for (let i = 0; i < 8; i++) first.push(await list(i))
  for (let i = 0; i < 8; i++) t.equal(await list(i), first[i])
  const path = paths[2] ?? ''
  const changed = { ...groupIn(book, path) }
  book = { ...book, groupsByPath: new Map(book.groupsByPath).set(path, changed) }
  const anew = await list(2)
  t.not(anew, first[2])
  t.equal(await list(0), first[0], 'a rebuilt one replaces the old one')
  await list(8)
  t.equal(await list(2), anew)
  for (const i of [1, 3, 4, 5, 6, 7]) t.equal(await list(i), first[i])
  t.not(await list(0), first[0])
})

t.test('a long list lets others work between its parts', async (t) => {
  const names = Array.from({ length: 256 - 7 }, (_, i) => `X${i}`)
  const symbols = Object.fromEntries(names.map((name) => [name, {}]))
  const book = givenBook({ symbols })
  t.equal(book.symbolsById.size, 256)
  const reader = new MarketReader({
    book: () => book,
    clock: new HandClock(),
    queries: { of: nobody },
    history: { upToDate: nobody },
  })
  let isMade = false
  const made = bytesOf(reader, HEDGING).then(() => {
    isMade = true
  })
  const seen: boolean[] = []
  for (let i = 0; i < 3; i++) {
    await new Promise<void>((resolve) => setImmediate(resolve))
    seen.push(isMade)
  }
  await made
  t.same(seen, [false, true, true])
})

t.test('candles are read when the history has the ticks of now, and not before', async (t) => {
  const book = givenBook()
  const steps: string[] = []
  let isWritten = (): void => undefined
  const written = new Promise<void>((resolve) => {
    isWritten = resolve
  })
  const upToDate = (): Promise<void> => {
    steps.push('asked to write')
    return written
  }
  const run = async () => {
    steps.push('read')
    return refuse('unavailable', 'given')
  }
  const queries = { of: () => ({ run }) } as unknown as QueryPool
  const reader = new MarketReader({
    book: () => book,
    clock: new HandClock(),
    queries,
    history: { upToDate },
  })
  const asker = { group: HEDGING } as unknown as MarketAsker
  const answer = reader.candles(asker, { symbol: 'EURUSD', timeframe: 'M1' }, 'json')
  await new Promise<void>((resolve) => setImmediate(resolve))
  t.same(steps, ['asked to write'])
  isWritten()
  t.match(await answer, { ok: false, code: 'unavailable' })
  t.same(steps, ['asked to write', 'read'])
})
