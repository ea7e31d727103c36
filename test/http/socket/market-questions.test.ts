import t from 'tap'
import { refuse } from '../../../engine/code.js'
import { marketSourceOf } from '../../../http/socket/market-frames.js'
import { jsonOf } from '../../../wire/format/json-parts.js'
import { HEDGING } from '../../given/book.js'
import { moment } from '../../given/desk.js'
import { SocketFront } from '../../given/fronts/socket-front.js'

// Goal: a trader's questions about the market are answered in their order, one at a time.

const CANDLES = { symbol: 'EURUSD', timeframe: 'M1' }
const LISTED = { ok: true, value: jsonOf(['EURUSD']) }

/** A trader's socket, and a reader of the market whose answers the test gives. */
async function given(test: { teardown(run: () => unknown): unknown }) {
  const front = await SocketFront.start(test)
  const asked: unknown[] = []
  const answers: { resolve(answer: unknown): void; reject(error: unknown): void }[] = []
  const logged: unknown[] = []
  const later = (what: string) => (of: unknown) => {
    asked.push([what, of])
    return new Promise((resolve, reject) => answers.push({ resolve, reject }))
  }
  const reader = { symbols: later('symbols'), candles: later('candles') }
  const logger = { error: (...told: unknown[]) => logged.push(told) }
  Object.assign(front.market, marketSourceOf(reader as never, logger as never))
  const client = await front.connect()
  const [id = 0] = front.shard().opened.keys()
  /** The shard hands it back to the front. */
  const ask = (op: string, of: string, args: object = {}): void => {
    const connection = front.sockets.live.all.get(id)
    if (connection !== undefined) connection.inFlight++
    front.sockets.onBatch(
      front
        .shard()
        .control(id, { op, id: of, args } as never)
        .batch(),
    )
  }
  return { front, client, ask, asked, answers, logged }
}

t.test('they are answered one after the other, whatever each of them asks', async (t) => {
  const { front, client, ask, asked, answers } = await given(t)
  ask('symbols', 'a')
  ask('candles', 'b', CANDLES)
  ask('symbols', 'c')
  t.same(asked.splice(0), [['symbols', HEDGING]], 'the first alone')
  answers.shift()?.resolve(LISTED)
  t.match(await client.next(), { id: 'a', data: ['EURUSD'] })
  while (answers.length === 0) await moment()
  t.match(asked.splice(0), [['candles', { group: HEDGING, login: 1001 }]])
  answers.shift()?.resolve(refuse('trade.symbol_unknown', 'There is none.'))
  t.match(await client.next(), { id: 'b', code: 'trade.symbol_unknown' })
  while (answers.length === 0) await moment()
  front.sockets.onShardDeath(0)
  t.equal(client.closed, null, 'it waits for nothing that the shard knows')
  answers.shift()?.resolve(LISTED)
  t.match(await client.next(), { id: 'c', code: 'ok' })
})

t.test('one that is not right is refused unasked, and one that fails is in the log', async (t) => {
  const { client, ask, asked, answers, logged } = await given(t)
  ask('symbols', 'a', { x: 1 })
  t.match(await client.next(), { id: 'a', code: 'invalid_input', message: /^x: / })
  ask('candles', 'b', { ...CANDLES, symbol: 7 })
  t.match(await client.next(), { id: 'b', code: 'invalid_input', message: /^symbol: / })
  t.same(asked, [])
  for (const [op, args] of Object.entries({ symbols: {}, candles: CANDLES })) {
    ask(op, op, args)
    while (answers.length === 0) await moment()
    const err = new Error('The tables are gone.')
    answers.shift()?.reject(err)
    t.match(await client.next(), { id: op, code: 'internal' })
    t.same(logged.splice(0), [[{ err }, 'a question about the market failed']])
  }
})

t.test('a socket that goes is asked for no more', async (t) => {
  const { front, client, ask, asked, answers } = await given(t)
  ask('symbols', 'a')
  ask('symbols', 'b')
  client.destroy()
  while (front.sockets.size > 0) await moment()
  answers.shift()?.resolve(LISTED)
  await moment()
  t.equal(asked.length, 1)
})
