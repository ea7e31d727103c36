import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import t from 'tap'
import { DEPTH_LEVELS } from '../../../engine/limits/sockets.js'
import { Prng } from '../../../engine/numbers/prng.js'
import { isMarket, pointsFromText } from '../../../engine/pricing/points.js'
import { isSymbol, quoteFromLine } from '../../../wire/dde/codec.js'
import type { DdeDepth } from '../../../wire/dde/depth.js'
import { DdeServerSession } from '../../../wire/dde/server-session.js'
import { DdeSession } from '../../../wire/dde/session.js'

/**
 * Whatever a peer sends, nothing throws, nothing grows, and no quote is told that is none.
 * `MALFORMED_MESSAGES=1000000 node dist/test/wire/dde/malformed.test.js` for a long run, `TEST_SEED` for another.
 */
const MESSAGES = Number(process.env['MALFORMED_MESSAGES'] ?? 100_000)
const SEED = Number(process.env['TEST_SEED'] ?? 1)

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

function heapUsed(): number {
  collectGarbage()
  return process.memoryUsage().heapUsed
}

/** What a run may leave behind: nothing that grows with the number of its messages. */
const LEFT_BYTES_MAX = 8_000_000

const LINES = [
  'EURUSD 1.10000 1.10010\r\n',
  'EURUSD 1700000000 1.10000 1.10010\r\n',
  '> Ping\r\n',
  '> Login: \r\n',
  '> Password: \r\n',
  '> Access granted\r\n',
  '> Symbols:EURUSD;GBPUSD;\r\n',
  '< News\r\n',
  '\r\n',
  'XAUUSD -0.5 1e9999\r\n',
  '> Depth:EURUSD;1.16213 1.5,1.16212 4;1.1622 2,1.16221 3.5\r\n',
]

function mutated(prng: Prng, line: string): string {
  let text = line
  for (let count = prng.below(4); count > 0; count--) {
    const at = prng.below(text.length + 1)
    const byte = String.fromCharCode(prng.below(256))
    const kind = prng.below(5)
    if (kind === 0) text = text.slice(0, at) + byte + text.slice(at)
    else if (kind === 1) text = text.slice(0, at) + text.slice(at + 1)
    else if (kind === 2) text = text.slice(0, at) + byte + text.slice(at + 1)
    else if (kind === 3) text = text.slice(0, at) + text
    else text = text.slice(0, at) + byte.repeat(prng.below(300)) + text.slice(at)
  }
  return text
}

t.test('mutated lines are quotes of a bounded shape, or nothing', async (t) => {
  const prng = new Prng(SEED * 100 + 11)
  let quotes = 0
  for (let i = 0; i < MESSAGES; i++) {
    const quote = quoteFromLine(mutated(prng, LINES[prng.below(LINES.length)] as string).trimEnd())
    if (quote === undefined) continue
    const bid = pointsFromText(quote.bid, 5)
    const ask = pointsFromText(quote.ask, 5)
    if (!isSymbol(quote.symbol)) t.fail(`told ${JSON.stringify(quote)}`)
    if (bid === undefined || ask === undefined) continue
    if (!Number.isSafeInteger(bid) || !Number.isSafeInteger(ask)) t.fail('points beyond 2^53')
    if (isMarket(bid, ask)) quotes++
  }
  t.ok(quotes > 5_000, `${quotes} stayed quotes`)
})

/** Chunks of mutated lines, cut anywhere. */
function chunk(prng: Prng): Uint8Array {
  let text = ''
  for (let lines = 1 + prng.below(3); lines > 0; lines--) {
    text += mutated(prng, LINES[prng.below(LINES.length)] as string)
  }
  return Buffer.from(text.slice(prng.below(3)), 'latin1')
}

t.test('mutated chunks: a client session ends or goes on, and tells only symbols', async (t) => {
  const prng = new Prng(SEED * 100 + 12)
  const told = { quote: 0, depth: 0, ended: 0, online: 0 }
  const before = heapUsed()
  const sink = {
    send: () => undefined,
    online: () => {
      told.online++
    },
    quote: (symbol: string) => {
      told.quote++
      if (!isSymbol(symbol)) t.fail(`told ${JSON.stringify(symbol)}`)
    },
    depth: ({ symbol, bids, asks }: DdeDepth) => {
      told.depth++
      if (!isSymbol(symbol) || bids.length > DEPTH_LEVELS || asks.length > DEPTH_LEVELS) {
        t.fail(`told a depth of ${JSON.stringify(symbol)}`)
      }
    },
    ended: () => {
      told.ended++
    },
  }
  const options = {
    login: 'a',
    password: 'b',
    asksForDepth: true,
    loginTimeoutMs: 1_000,
    idleTimeoutMs: 60_000,
  }
  let session = new DdeSession(options, sink, 0)
  for (let i = 0; i < MESSAGES; i++) {
    const ended = told.ended
    session.receive(chunk(prng), i)
    if (i % 100 === 0) session.tick(i)
    if (told.ended > ended + 1) t.fail('a session ends once')
    if (told.ended === ended) continue
    session.receive(chunk(prng), i)
    session.tick(i + 1_000_000)
    if (told.ended > ended + 1) t.fail('a session that ended stays silent')
    session = new DdeSession(options, sink, i)
  }
  t.ok(told.quote > 1_000 && told.online > 100 && told.ended > 100, JSON.stringify(told))
  t.ok(told.depth > 100, `${told.depth} depths`)
  t.ok(heapUsed() - before < LEFT_BYTES_MAX, 'what is held does not grow')
})

t.test('mutated chunks: a server session ends or goes on', async (t) => {
  const prng = new Prng(SEED * 100 + 13)
  let ended = 0
  let granted = 0
  const heapBefore = heapUsed()
  const sink = {
    send: () => undefined,
    granted: () => {
      granted++
    },
    ended: () => {
      ended++
    },
  }
  const admit = (now: number): DdeServerSession => {
    const session = new DdeServerSession(() => prng.below(2) === 0, sink, now)
    if (prng.below(2) === 0) session.receive(Buffer.from('a\r\nb\r\n'), now)
    return session
  }
  let session = admit(0)
  for (let i = 0; i < MESSAGES; i++) {
    const before = ended
    session.receive(chunk(prng), i)
    session.publish('EURUSD', String(i), String(i))
    session.flush()
    if (ended > before || i % 500 === 0) session = admit(i)
  }
  t.ok(ended > 100 && granted > 100, `${ended} ended, ${granted} were let in`)
  t.ok(heapUsed() - heapBefore < LEFT_BYTES_MAX, 'what is held does not grow')
})

t.test('a stream without a line end is not kept', async (t) => {
  const options = { login: 'a', password: 'b', loginTimeoutMs: 1_000, idleTimeoutMs: 60_000 }
  let ended = ''
  const session = new DdeSession(
    options,
    {
      send: () => undefined,
      online: () => undefined,
      quote: () => undefined,
      ended: (end) => {
        ended = end.why
      },
    },
    0,
  )
  const before = heapUsed()
  const piece = Buffer.alloc(65_536, 120)
  for (let i = 0; i < 2_000; i++) session.receive(piece, 0)
  t.equal(ended, 'a line is too long')
  t.ok(heapUsed() - before < 32_000_000)
})
