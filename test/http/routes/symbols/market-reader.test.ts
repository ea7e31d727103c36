import t from 'tap'
import type { QueryPool } from '../../../../actors/queries/pool.js'
import { refuse } from '../../../../engine/code.js'
import { type MarketAsker, MarketReader } from '../../../../http/routes/symbols/market-reader.js'
import type { SocketCodec } from '../../../../wire/frame/socket-frame.js'
import { givenBook, HEDGING } from '../../../given/book.js'
import { HandClock } from '../../../given/hand-clock.js'

const HOUR_MS = 3_600_000
/** The given time is a Monday at noon. */
const MORNING = [{ day: 1, kind: 'trade', from_min: 0, to_min: 13 * 60 }] as const

function given() {
  const clock = new HandClock()
  const book = givenBook({ symbols: { EURUSD: { sessions: MORNING } } })
  const nobody = () => {
    throw new Error('a list of symbols needs no price')
  }
  const reader = new MarketReader({
    ...{ book: () => book, clock },
    ...{ queries: { of: nobody }, history: { upToDate: nobody } },
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
    ...{ book: () => book, clock: new HandClock(), queries, history: { upToDate } },
  })
  const asker = { group: HEDGING } as unknown as MarketAsker
  const answer = reader.candles(asker, { symbol: 'EURUSD', timeframe: 'M1' }, 'json')
  await new Promise<void>((resolve) => setImmediate(resolve))
  t.same(steps, ['asked to write'])
  isWritten()
  t.match(await answer, { ok: false, code: 'unavailable' })
  t.same(steps, ['asked to write', 'read'])
})
