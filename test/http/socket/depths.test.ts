import t from 'tap'
import { PriceBoard } from '../../../actors/shared/price-board.js'
import { createSharedBuffers } from '../../../actors/shared/shared-state.js'
import { DEPTHS_MAX, SOCKET_BEHIND_BYTES } from '../../../engine/limits/sockets.js'
import type { LibrarySocket } from '../../../http/socket/connection.js'
import { Depths } from '../../../http/socket/depths.js'
import { QuoteReader } from '../../../http/socket/topics.js'
import { ManualClock } from '../../actors/links/manual-clock.js'
import { type BookChanges, EURUSD as EURUSD_RECORD, givenBook, NETTING } from '../../given/book.js'

// Readers that read at once, over a board whose levels the test writes.

const EURUSD = 1
const USDJPY = 2
const STALE_MS = 10_000
const lots = (volume: number) => volume * 1e8

class Reader extends QuoteReader {
  readonly told: unknown[] = []
  readonly frames: Uint8Array[] = []
  group: string | null = null
  waits = 0
  mid = false

  constructor() {
    super(1, 'json', '', { kind: 'live', session: {} as never }, 0)
    this.ws = {
      send: (frame: Uint8Array) => {
        this.frames.push(frame)
        this.told.push(JSON.parse(Buffer.from(frame).toString('utf8')))
      },
      getBufferedAmount: () => this.waits,
    } as unknown as LibrarySocket
  }

  override groupFor(): string | null {
    return this.group
  }

  override get isMidReply(): boolean {
    return this.mid
  }

  heard(): unknown[] {
    return this.told.splice(0)
  }
}

function given(changes: BookChanges = {}) {
  const clock = new ManualClock()
  const board = new PriceBoard(createSharedBuffers().board)
  const depths = new Depths(board, givenBook(changes), clock)
  const price = (bid: number, ask: number, symbolId = EURUSD) =>
    board.write(symbolId, bid, ask, clock.now())
  const ask = (reader: Reader, args: { symbol?: string; subscribe?: boolean } = {}) => {
    depths.answer(reader, 7, { symbol: 'eurusd', ...args })
    return reader.heard()
  }
  return { clock, board, depths, price, ask }
}

function rows(...of: [price: string, volume: string | null][]): object[] {
  return of.map(([price, volume]) => ({ price, volume }))
}

const ok = (data: object) => ({ id: 7, code: 'ok', message: '', data })
const event = (data: object) => ({ event: 'depth', data })

t.test('a side has its levels, or its best price alone where none tells any, or lately', (t) => {
  const { clock, board, price, ask } = given()
  const reader = new Reader()
  const none = { symbol: 'EURUSD', bids: [], asks: [], at: null }
  t.strictSame(ask(reader), [ok(none)])
  price(110_000, 110_010)
  const at = new Date(clock.now()).toISOString()
  const [bids, asks] = [rows(['1.10000', null]), rows(['1.10010', null])]
  t.strictSame(ask(reader), [ok({ symbol: 'EURUSD', bids, asks, at })])
  const write = (then: number) =>
    board.depth.write(EURUSD, {
      bids: [
        { distance: 0, volume: lots(1) },
        { distance: 3, volume: lots(2) },
      ],
      asks: [],
      at: then,
    })
  const levels = rows(['1.10000', '1'], ['1.09997', '2'])
  for (const [then, told] of [
    [clock.now(), levels],
    [clock.now() - STALE_MS, levels],
    [clock.now() - STALE_MS - 1, bids],
    [clock.now() + STALE_MS + 1, bids],
  ] as const) {
    write(then)
    t.strictSame(ask(reader), [ok({ symbol: 'EURUSD', bids: told, asks, at })])
  }
  t.end()
})

t.test('a symbol that there is not is refused by its first 64 characters', (t) => {
  const { ask, depths } = given()
  const reader = new Reader()
  const message = `There is no symbol ${'x'.repeat(64)}. Choose one from the list of symbols.`
  const data = { reason: 'trade.symbol_unknown.symbol', params: { symbol: 'x'.repeat(64) } }
  const refused = { id: 7, code: 'trade.symbol_unknown', message, data }
  t.strictSame(ask(reader, { symbol: 'x'.repeat(100), subscribe: true }), [refused])
  t.same([depths.size, reader.depths], [0, null])
  t.end()
})

t.test('readers hear the newest a tenth of a second later, and none that they have had', (t) => {
  const { clock, board, depths, price, ask } = given()
  const [one, same] = [new Reader(), new Reader()]
  price(110_000, 110_010)
  for (const reader of [one, same]) ask(reader, { subscribe: true })
  const beat = () => {
    clock.advance(100)
    return [one.heard(), same.heard()]
  }
  t.same(beat(), [[], []])
  price(110_001, 110_011)
  clock.advance(99)
  price(110_002, 110_012)
  t.same([one.heard(), same.heard()], [[], []])
  clock.advance(1)
  const at = new Date(clock.now() - 1).toISOString()
  const told = (bid: string, ask: string) =>
    event({ symbol: 'EURUSD', bids: rows([bid, null]), asks: rows([ask, null]), at })
  const newest = [told('1.10002', '1.10012')]
  t.strictSame([one.heard(), same.heard()], [newest, newest])
  t.equal(one.frames.at(-1), same.frames.at(-1), 'made once for both')
  t.same(beat(), [[], []])
  board.depth.write(EURUSD, { bids: [], asks: [], at: clock.now() })
  t.equal(beat()[0]?.length, 1, 'levels that move, too')
  ask(one, { subscribe: true })
  t.same(beat(), [[], []], 'the reply has told it')
  ask(one)
  price(110_003, 110_013)
  const [told1, told2] = beat()
  t.same([told1?.length, told2?.length], [1, 1], 'a look ends nothing')
  ask(one, { subscribe: false })
  price(110_004, 110_014)
  t.same(
    beat().map(({ length }) => length),
    [0, 1],
  )
  depths.leave(same)
  t.same([depths.size, clock.timers, one.depths?.size, same.depths?.size], [0, 0, 0, 0])
  ask(one, { subscribe: true })
  price(110_005, 110_015)
  t.same(
    beat().map(({ length }) => length),
    [1, 0],
    'and again after all had left',
  )
  t.end()
})

t.test('a reader that is behind, or in the middle of a reply, hears the depth of later', (t) => {
  const { clock, depths, price, ask } = given()
  const reader = new Reader()
  price(110_000, 110_010)
  ask(reader, { subscribe: true })
  const beat = (over: Partial<Reader>): number => {
    Object.assign(reader, { isBehind: false, waits: 0, mid: false }, over)
    clock.advance(100)
    return reader.heard().length
  }
  price(110_001, 110_011)
  for (const over of [{ isBehind: true }, { waits: SOCKET_BEHIND_BYTES + 1 }, { mid: true }]) {
    t.equal(beat(over), 0, JSON.stringify(over))
  }
  t.equal(beat({ waits: SOCKET_BEHIND_BYTES }), 1)
  t.equal(beat({}), 0)
  reader.ws = null
  ask(reader, { symbol: 'USDJPY', subscribe: true })
  t.same([depths.size, [...(reader.depths ?? [])]], [1, [EURUSD]], 'a socket that is gone')
  t.end()
})

t.test('each group hears its own prices, and hears of it when its rows change', (t) => {
  const wide = (spread_diff_pts: number, version: number) =>
    givenBook({
      version,
      groups: { [NETTING]: { symbols: [{ mask: '*', spread_diff_pts }] } } as never,
    })
  const { clock, depths, price, ask } = given()
  depths.setBook(wide(4, 2))
  const [plain, wider] = [new Reader(), new Reader()]
  wider.group = NETTING
  price(110_000, 110_010)
  const best = ([told]: unknown[]) => {
    const { data } = (told ?? { data: null }) as { data: { bids: { price: string }[] } | null }
    return data?.bids[0]?.price
  }
  t.equal(best(ask(plain, { subscribe: true })), '1.10000')
  t.equal(best(ask(wider, { subscribe: true })), '1.09998')
  const beat = () => {
    clock.advance(100)
    return [best(plain.heard()), best(wider.heard())]
  }
  t.same(beat(), [undefined, undefined])
  price(110_001, 110_011)
  t.same(beat(), ['1.10001', '1.09999'])
  depths.setBook(wide(6, 3))
  t.same(beat(), [undefined, '1.09998'])
  wider.group = null
  t.same(beat(), [undefined, '1.10001'])
  t.end()
})

t.test('a symbol that is gone has no readers, and the others keep theirs', (t) => {
  const { clock, depths, price, ask } = given()
  const [one, other] = [new Reader(), new Reader()]
  for (const reader of [one, other]) ask(reader, { subscribe: true })
  ask(one, { symbol: 'USDJPY', subscribe: true })
  const book = givenBook({ version: 2 })
  const left = new Map([...book.symbolsById].filter(([id]) => id !== EURUSD))
  depths.setBook({ ...book, symbolsById: left })
  t.same([depths.size, [...(one.depths ?? [])], [...(other.depths ?? [])]], [1, [USDJPY], []])
  price(150_000, 150_010, USDJPY)
  clock.advance(100)
  t.same([one.heard().length, other.heard().length], [1, 0])
  t.end()
})

t.test('a socket hears of so many symbols, and of one of them again', (t) => {
  const symbols: Record<string, object> = {}
  for (let n = 0; n <= DEPTHS_MAX; n++) {
    symbols[`M${n}`] = { ...EURUSD_RECORD, id: 100 + n, path: `Many\\M${n}` }
  }
  const { depths, ask } = given({ symbols })
  const reader = new Reader()
  for (let n = 0; n < DEPTHS_MAX; n++) {
    t.match(ask(reader, { symbol: `M${n}`, subscribe: true }), [{ code: 'ok' }])
  }
  const past = { symbol: `M${DEPTHS_MAX}` }
  const message = `A socket can follow the market depth of at most ${DEPTHS_MAX} symbols. Unsubscribe from one first.`
  const data = { reason: 'invalid_input.depths', params: { max: DEPTHS_MAX } }
  const refused = { id: 7, code: 'invalid_input', message, data }
  t.strictSame(ask(reader, { ...past, subscribe: true }), [refused])
  t.match(ask(reader, past), [{ code: 'ok' }], 'to look is free')
  t.match(ask(reader, { ...past, subscribe: false }), [{ code: 'ok' }])
  t.match(ask(reader, { symbol: 'M0', subscribe: true }), [{ code: 'ok' }])
  t.equal(depths.size, DEPTHS_MAX)
  t.end()
})
