import { once } from 'node:events'
import { connect } from 'node:net'
import t from 'tap'
import { DatafeedActor } from '../../../../actors/links/feeds/datafeed-actor.js'
import { FixStores } from '../../../../actors/links/fix/fix-stores.js'
import { Pricer } from '../../../../actors/links/pricing/pricer.js'
import { ProviderSimulator } from '../../../../actors/links/simulator/provider-simulator.js'
import { SIMULATED_SYMBOLS } from '../../../../actors/links/simulator/simulated-market.js'
import { PRICE_BOARD_BYTES, PriceBoard } from '../../../../actors/shared/price-board.js'
import { systemClock } from '../../../../actors/thread/clock.js'
import type { Logger } from '../../../../actors/thread/logger.js'
import { OWN_MACHINE } from '../../../../actors/thread/outbound.js'
import { compileBook } from '../../../../engine/book/book.js'
import { bookRecords, feedRecord, startedFeed, writtenLog } from '../feeds/given-feed.js'

function simulator(ticksPerSec?: number, log: Logger = writtenLog()): Promise<ProviderSimulator> {
  return ProviderSimulator.start({
    clock: systemClock(),
    log,
    seed: 1,
    accepts: (login, password) => login === 'desk' && password === 'sEcReT-1',
    ...(ticksPerSec === undefined ? {} : { ticksPerSec }),
  })
}

t.test('every demo symbol is on the board as soon as the feed is in', async (t) => {
  const provider = await simulator()
  const clock = systemClock()
  const board = new PriceBoard(new SharedArrayBuffer(PRICE_BOARD_BYTES))
  const pricer = new Pricer(board, 10_000, () => undefined)
  const book = compileBook(bookRecords(SIMULATED_SYMBOLS.map((name) => [name, 5])))
  const record = feedRecord({ server: provider.address })
  pricer.replaceBook(book, [record])
  const { actor, quotes, until } = startedFeed({ record, symbols: undefined }, clock)
  await until(() => quotes.length >= SIMULATED_SYMBOLS.length)
  for (const quote of quotes) {
    const [symbol = '', bid = '', ask = ''] = quote.split(' ')
    pricer.quote(1, symbol, bid, ask, clock.now())
  }
  for (const { id, name } of book.symbolsById.values()) t.ok(board.quote(id), name)
  t.equal(pricer.refused, 0)
  actor.stop()
  await provider.stop()
})

t.test('who asks for depth is told of five levels a side, which reach the board', async (t) => {
  const provider = await simulator(2_000)
  const clock = systemClock()
  const board = new PriceBoard(new SharedArrayBuffer(PRICE_BOARD_BYTES))
  const pricer = new Pricer(board, 10_000, () => undefined)
  const book = compileBook(bookRecords(SIMULATED_SYMBOLS.map((name) => [name, 5])))
  const login = { login: 'desk', password: 'sEcReT-1' }
  const record = feedRecord({ server: provider.address, ...login })
  pricer.replaceBook(book, [record, feedRecord({ id: 2, priority: 2 })])
  const euro = book.symbolsByName.get('EURUSD')?.id ?? 0
  let reached: (() => void) | undefined
  const onBoard = new Promise<void>((resolve) => {
    reached = resolve
  })
  const actor = new DatafeedActor(
    { record, symbols: undefined, isBuiltIn: true },
    {
      clock,
      log: writtenLog(),
      outbound: OWN_MACHINE,
      stores: new FixStores(''),
      changed: () => undefined,
      quote: (symbol, bid, ask, now) => pricer.quote(1, symbol, bid, ask, now),
      depth: (depth, now) => {
        pricer.depth(1, depth, now)
        // Another feed than the one that has the symbol.
        pricer.depth(2, { ...depth, bids: [] }, now)
        if (depth.symbol === 'EURUSD') reached?.()
      },
    },
  )
  actor.start()
  await onBoard
  const { bids = [], asks = [], at = 0 } = board.depth.read(euro) ?? {}
  for (const side of [bids, asks]) {
    t.equal(side.length, 5)
    t.equal(side[0]?.distance, 0)
    t.ok(side.every(({ volume }) => volume > 0))
    const far = side.map(({ distance }) => distance)
    t.same(
      far,
      far.toSorted((a, b) => a - b),
    )
    t.equal(new Set(far).size, 5)
  }
  t.ok(Math.abs(clock.now() - at) < 60_000)
  actor.stop()
  await provider.stop()
})

t.test('a client that has gone is forgotten, and the log says why it went', async (t) => {
  const went: string[] = []
  const waiting: (() => void)[] = []
  const gone = async (count: number): Promise<void> => {
    while (went.length < count) await new Promise<void>((resolve) => waiting.push(resolve))
  }
  const provider = await simulator(undefined, {
    ...writtenLog(),
    info: ({ why }, message) => {
      went.push(`${message}: ${why}`)
      for (const resolve of waiting.splice(0)) resolve()
    },
  })
  const [host = '', port = ''] = provider.address.split(':')
  const said = async (credentials: string) => {
    const socket = connect(Number(port), host)
    socket.write(credentials)
    await once(socket, 'data')
    return socket
  }
  const first = await said('desk\r\nsEcReT-1\r\n')
  t.equal(provider.clients, 1)
  first.end()
  await gone(1)
  t.equal(provider.clients, 0)
  const wrong = await said('desk\r\nother\r\n')
  await gone(2)
  wrong.destroy()
  const last = await said('desk\r\nsEcReT-1\r\n')
  await Promise.all([provider.stop(), gone(3)])
  last.destroy()
  t.equal(provider.clients, 0)
  t.same(went, [
    'simulated provider: client gone: the peer closed the connection',
    'simulated provider: client gone: access denied',
    'simulated provider: client gone: the provider stops',
  ])
})

t.test('the tick rate is as configured', async (t) => {
  const provider = await simulator(50_000)
  const { actor, quotes, until } = startedFeed(
    { record: feedRecord({ server: provider.address }), symbols: undefined },
    systemClock(),
  )
  await until(() => quotes.length > 5_000)
  t.ok(new Set(quotes.map((quote) => quote.split(' ')[0])).size === SIMULATED_SYMBOLS.length)
  actor.stop()
  await provider.stop()
})

t.test('a client that stops reading misses prices and delays nobody', async (t) => {
  const provider = await simulator(400_000)
  const [host = '', port = ''] = provider.address.split(':')
  const slow = connect(Number(port), host)
  slow.write('desk\r\nsEcReT-1\r\n')
  await once(slow, 'data')
  slow.pause()
  const fast = connect(Number(port), host)
  fast.write('desk\r\nsEcReT-1\r\n')
  // More than the kernel's buffers and the write queue hold together.
  while (fast.bytesRead < 16_000_000) await once(fast, 'data')
  t.equal(provider.clients, 2, 'the slow one was not closed')
  slow.destroy()
  fast.destroy()
  await provider.stop()
})
