import t from 'tap'
import { refuse } from '../../../engine/code.js'
import { SOCKET_BULK_BYTES_MAX } from '../../../engine/limits/sockets.js'
import { MarketFrames, marketSourceOf } from '../../../http/socket/market-frames.js'
import type { MarketQuestion } from '../../../http/socket/market-question.js'
import { TraderConnection } from '../../../http/socket/trader-connection.js'
import { jsonOf } from '../../../wire/answer/json-parts.js'
import { GivenLibrarySocket } from '../../given/peers/library-socket.js'
import { settled } from '../../given/timed-clock.js'

const SESSION = { login: 1001, group: 'demo\\standard' }
const CANDLES = { symbol: 'EURUSD', timeframe: 'M1' }

/** Questions of sockets that are answered, or fail, when the test says so. */
function given() {
  const asked: unknown[] = []
  const answers: { resolve(answer: unknown): void; reject(error: unknown): void }[] = []
  const later = (...question: unknown[]) => {
    asked.push(question)
    return new Promise((resolve, reject) => answers.push({ resolve, reject }))
  }
  const failures: unknown[] = []
  const source = {
    symbols: (...question: unknown[]) => later('symbols', ...question),
    candles: (...question: unknown[]) => later('candles', ...question),
    failed: (error: unknown) => failures.push(error),
  }
  const told: number[] = []
  const frames = new MarketFrames(source as never, ({ id }) => told.push(id))
  const open = (id: number) => {
    const live = { kind: 'live', session: SESSION as never } as const
    const connection = new TraderConnection(id, 'json', '', live, 0)
    const library = new GivenLibrarySocket()
    connection.ws = library.ws
    const ask = (op: string, of: string, args: object = {}) => {
      connection.inFlight++
      frames.ask(connection, { op, id: of, args } as unknown as MarketQuestion)
    }
    return { connection, library, ask }
  }
  const answer = async (value: unknown): Promise<void> => {
    answers.shift()?.resolve(value)
    await settled()
  }
  return { asked, answers, failures, told, open, answer }
}

const ok = (value: unknown) => ({ ok: true, value: jsonOf(value as never) })
const reply = (id: string, data: unknown) => ({ id, code: 'ok', message: '', data })

t.test('questions of a socket are answered one after the other, in their order', async (t) => {
  const { asked, told, open, answer } = given()
  const [one, other] = [open(1), open(2)]
  one.ask('symbols', 'a')
  one.ask('candles', 'b', CANDLES)
  one.ask('symbols', 'c')
  other.ask('symbols', 'd')
  const symbols = ['symbols', SESSION.group, 'json']
  t.strictSame(asked.splice(0), [symbols, symbols], 'the first of each socket')
  const { backlogMax } = one.connection
  await answer(ok(['A']))
  t.strictSame(one.library.heard(), [reply('a', ['A'])])
  t.strictSame([one.connection.inFlight, one.connection.backlogMax], [2, SOCKET_BULK_BYTES_MAX])
  t.ok(backlogMax < SOCKET_BULK_BYTES_MAX)
  t.strictSame(told.splice(0), [1])
  t.strictSame(asked.splice(0), [['candles', SESSION, CANDLES, 'json']])
  await answer(ok(['D']))
  t.strictSame(other.library.heard(), [reply('d', ['D'])])
  await answer(refuse('trade.symbol_unknown', 'none'))
  t.match(one.library.heard(), [{ id: 'b', code: 'trade.symbol_unknown', message: 'none' }])
  t.strictSame(asked.splice(0), [symbols])
  await answer(ok([]))
  t.strictSame(one.library.heard(), [reply('c', [])])
  t.strictSame([one.connection.inFlight, one.connection.questions], [0, []])
  one.ask('symbols', 'e')
  t.strictSame(asked, [symbols], 'the first one again')
})

t.test(
  'wrong questions are refused unasked, and a failure is told to who keeps watch',
  async (t) => {
    const { asked, answers, failures, told, open } = given()
    const { ask, library, connection } = open(1)
    ask('symbols', 'a', { x: 1 })
    ask('candles', 'b', { ...CANDLES, symbol: 7 })
    await settled()
    t.match(library.heard(), [
      { id: 'a', code: 'invalid_input', message: /x: / },
      { id: 'b', code: 'invalid_input', message: /symbol: / },
    ])
    t.strictSame([asked, told, connection.inFlight], [[], [1, 1], 0])
    const error = new Error('the tables are gone')
    for (const op of ['symbols', 'candles']) {
      ask(op, op, op === 'candles' ? CANDLES : {})
      answers.shift()?.reject(error)
      await settled()
      const message = 'This could not be answered. Try again later.'
      t.match(library.heard(), [{ id: op, code: 'internal', message }])
      t.strictSame(failures.splice(0), [error])
    }
  },
)

t.test('a socket that closes meanwhile is answered nothing, nor asked for any more', async (t) => {
  const { asked, told, open, answer } = given()
  const { ask, library, connection } = open(1)
  ask('symbols', 'a')
  ask('symbols', 'b')
  connection.state = { kind: 'gone' }
  await answer(ok([]))
  t.strictSame([library.heard(), told, asked.length], [[], [], 1])
})

t.test('a socket that closes between two answers is asked for no more', async (t) => {
  const { asked, answers, failures, open } = given()
  const { ask, library, connection } = open(1)
  ask('symbols', 'a')
  ask('symbols', 'b')
  answers.shift()?.resolve(ok([]))
  for (let i = 0; i < 9; i++) await null
  t.strictSame(library.heard(), [reply('a', [])])
  t.equal(asked.length, 1, 'everybody else has a turn')
  connection.state = { kind: 'gone' }
  await settled()
  t.strictSame([asked.length, failures, library.heard()], [1, [], []])
})

t.test('a question that comes as the last was answered is asked once', async (t) => {
  const { asked, answers, open, answer } = given()
  const { ask, library } = open(1)
  ask('symbols', 'a')
  answers.shift()?.resolve(ok([]))
  for (let i = 0; i < 9; i++) await null
  library.heard()
  ask('symbols', 'b')
  await settled()
  t.equal(asked.length, 2)
  await answer(ok(['B']))
  t.strictSame(library.heard(), [reply('b', ['B'])])
})

t.test('the source of the market is its reader, and failures go to the log', async (t) => {
  const asked: unknown[] = []
  const note =
    (name: string) =>
    async (...question: unknown[]) => {
      asked.push([name, ...question])
      return name
    }
  const source = marketSourceOf(
    { symbols: note('symbols'), candles: note('candles') } as never,
    { error: (...told: unknown[]) => asked.push(told) } as never,
  )
  t.equal(await source.symbols('demo', 'json'), 'symbols')
  t.equal(await source.candles(SESSION as never, CANDLES as never, 'json'), 'candles')
  const error = new Error('broken')
  source.failed(error)
  t.strictSame(asked, [
    ['symbols', 'demo', 'json'],
    ['candles', SESSION, CANDLES, 'json'],
    [{ err: error }, 'a question about the market failed'],
  ])
})
