import { deepEqual } from 'node:assert/strict'
import fc from 'fast-check'
import t from 'tap'
import { RESUME_RECORDS_MAX } from '../../../engine/limits/long-answers.js'
import { BAD_FRAMES_MAX, SUBSCRIPTIONS_MAX } from '../../../engine/limits/sockets.js'
import { Prng } from '../../../engine/numbers/prng.js'
import { LOGIN } from '../../given/account.js'
import { symbolIn } from '../../given/book.js'
import { encodeFrame, type GivenShard, type Told, tradingShard } from '../../given/floors/shard.js'
import { keptRow } from '../../given/records/kept-row.js'
import { checkLedger } from '../../given/records/ledger.js'

type View = Readonly<Record<string, unknown>>
const BUY = { kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '0.10' }

function settle(shard: GivenShard): void {
  checkLedger(shard.records(LOGIN), shard.account())
}

function dataOf(reply: View): View {
  if (reply['code'] !== 'ok') throw new Error(`refused: ${reply['code']} ${reply['message']}`)
  return reply['data'] as View
}

/** The account as a client knows it: from a snapshot, or folded from events. */
interface Picture {
  seq: number
  balance: bigint
  positions: Map<unknown, View>
}

function pictureOf(snapshot: View): Picture {
  const { account, positions, seq } = snapshot as { account: View; positions: View[]; seq: string }
  return {
    seq: Number(seq),
    balance: cents((account['money'] as View)['balance']),
    positions: new Map(positions.map((row) => [row['id'], keptRow(row)])),
  }
}

function fold(picture: Picture, told: readonly Told[]): Picture {
  const next = { ...picture, positions: new Map(picture.positions) }
  for (const { kind, value } of told) {
    if (kind !== 'event') continue
    const data = value['data'] as View
    next.seq++
    if (value['seq'] !== String(next.seq)) throw new Error(`${value['seq']} is not ${next.seq}`)
    if (value['event'] === 'deal') {
      for (const part of ['profit', 'swap', 'commission', 'fee']) next.balance += cents(data[part])
    } else if (value['event'] === 'position') {
      if (data['volume'] === '0') next.positions.delete(data['id'])
      else next.positions.set(data['id'], data)
    }
  }
  return next
}

const cents = (text: unknown) => BigInt(String(text).replace('.', ''))

/** The reply, then the events, of a reader that takes everything at once. */
function resumed(shard: GivenShard, socket: number, seq: number): Told[] {
  const told = shard.whole(() => shard.send(socket, 'resume', { seq: String(seq) }), socket)
  return told.filter(({ kind }) => kind !== 'latest')
}

const steps = fc.array(
  fc.record({ close: fc.boolean(), pick: fc.nat(9), part: fc.boolean(), turns: fc.boolean() }),
  { minLength: 1, maxLength: 15 },
)
type Step = { close: boolean; pick: number; part: boolean; turns: boolean }

/** Trades so, several in a turn or each in its own. */
function trade(shard: GivenShard, history: readonly Step[]): void {
  const socket = shard.socket({ reason: 'api' })
  shard.begin()
  for (const { close, pick, part, turns } of history) {
    const open = [...shard.account().positions.keys()]
    const position_id = open[pick % Math.max(1, open.length)]
    const volume = part ? { volume: '0.03' } : {}
    if (close && position_id !== undefined) {
      shard.send(socket, 'trade', { kind: 'close', position_id, ...volume })
    } else shard.send(socket, 'trade', BUY)
    if (turns) {
      shard.finish()
      shard.begin()
    }
  }
  shard.finish()
  shard.sockets.close(socket)
}

t.test('a client that folds the events after any seq stands where a snapshot stands', (t) => {
  fc.assert(
    fc.property(
      steps,
      steps,
      fc.constantFrom('json' as const, 'msgpack' as const),
      (a, b, codec) => {
        const shard = tradingShard()
        trade(shard, a)
        const socket = shard.socket({ codec })
        const before = pictureOf(dataOf(shard.request(socket, 'snapshot')))
        trade(shard, b)
        const after = pictureOf(dataOf(shard.request(shard.socket({ codec }), 'snapshot')))
        const late = shard.socket({ codec })
        deepEqual(fold(before, resumed(shard, late, before.seq)), after)
        const nothing = { seq: 0, balance: 0n, positions: new Map() }
        deepEqual(fold(nothing, resumed(shard, late, 0)), after)
        settle(shard)
      },
    ),
    { numRuns: 60 },
  )
  t.end()
})

t.test('resume answers from and to, and then exactly the events between', (t) => {
  const shard = tradingShard()
  const socket = shard.socket()
  for (let i = 0; i < 4; i++) shard.request(socket, 'trade', BUY)
  const { seq } = shard.account()
  t.equal(seq, 13)
  for (let from = 0; from <= seq; from++) {
    const [reply, ...events] = resumed(shard, socket, from)
    t.match(reply?.value, { code: 'ok', data: { from: String(from), to: '13' } })
    t.same(
      events.map(({ value }) => Number(value['seq'])),
      Array.from({ length: seq - from }, (_, place) => from + 1 + place),
    )
  }
  settle(shard)
  t.end()
})

t.test('resume refuses what is no seq of the account', (t) => {
  const shard = tradingShard()
  const socket = shard.socket()
  for (const seq of [
    '2',
    '-1',
    '01',
    '1.0',
    '1e3',
    '',
    '99999999999999999999',
    1,
    null,
    undefined,
  ]) {
    t.equal(shard.request(socket, 'resume', { seq })['code'], 'invalid_input', `${seq}`)
  }
  t.end()
})

t.test('resume_gone: what the log has let go of is not told', (t) => {
  const shard = tradingShard()
  const socket = shard.socket()
  for (let i = 0; i < 5; i++) shard.request(socket, 'trade', BUY)
  const records = shard.records()
  const third = records[2] as (typeof records)[number]
  shard.log.trim(third.seq, 100)
  const oldest = third.accountSeq
  t.equal(resumed(shard, socket, oldest - 1)[0]?.value['code'], 'resume_gone')
  t.equal(resumed(shard, socket, oldest)[0]?.value['code'], 'ok')
  t.equal(shard.request(socket, 'snapshot')['code'], 'ok')
  checkLedger(records, shard.account())
  t.end()
})

t.test('resume reads back RESUME_RECORDS_MAX records and not one more', (t) => {
  const shard = tradingShard()
  const { seq } = shard.account()
  const socket = shard.socket()
  shard.turn(() => {
    // Requests that were refused after they waited are records too, and tell no event.
    const refused = { digest: 1, code: 'trade.rejected', message: 'no' } as const
    for (let i = 0; i < RESUME_RECORDS_MAX; i++) {
      shard.core.ledger.write(shard.account(), { ...refused, requestKey: `o:k${i}` }, [])
    }
  })
  t.equal(resumed(shard, socket, seq)[0]?.value['code'], 'ok', 'nothing to read')
  t.equal(resumed(shard, socket, seq - 1)[0]?.value['code'], 'resume_gone')
  settle(shard)
  t.end()
})

// Finding each record by reading the entry's heads from its start took four seconds for ten thousand.
t.test('resume looks an entry up once in a slice, however many of its records it tells', (t) => {
  const shard = tradingShard()
  const socket = shard.socket()
  shard.turn(() => {
    for (let i = 0; i < 12; i++) shard.send(socket, 'trade', { ...BUY, volume: '0.01' })
  })
  shard.request(socket, 'trade', { ...BUY, volume: '0.01' })
  const { log } = shard
  const entryHolding = log.entryHolding.bind(log)
  const looked: number[] = []
  log.entryHolding = (seq) => {
    looked.push(seq)
    return entryHolding(seq)
  }
  const [reply, ...events] = resumed(shard, socket, 0)
  t.equal(reply?.value['code'], 'ok')
  t.equal(events.length, shard.account().seq)
  t.same(looked, [14, 13, 1], 'the last order, the twelve, the deposit')
  const inTurn = shard.whole(() => {
    shard.send(socket, 'trade', { ...BUY, volume: '0.01' })
    shard.send(socket, 'trade', { ...BUY, volume: '0.01' })
    shard.send(socket, 'resume', { seq: '1' })
  }, socket)
  const seqs = inTurn.filter(({ kind }) => kind === 'event').map(({ value }) => value['seq'])
  const { seq } = shard.account()
  t.same(
    seqs.slice(6),
    Array.from({ length: seq - 1 }, (_, place) => String(place + 2)),
  )
  settle(shard)
  t.end()
})

t.test('every frame has one reply, whatever is in it', (t) => {
  const shard = tradingShard()
  const frames: [op: string, args: unknown, code: string][] = [
    ['ping', undefined, 'ok'],
    ['snapshot', {}, 'ok'],
    ['resume', { seq: '0' }, 'ok'],
    ['check', BUY, 'ok'],
    ['trade', BUY, 'ok'],
    ['outcome', { client_order_id: 'none' }, 'trade.order_unknown'],
    ['outcome', { client_order_id: 7 }, 'invalid_input'],
    ['outcome', {}, 'invalid_input'],
    ['trade', {}, 'invalid_input'],
    ['trade', { ...BUY, extra: 1 }, 'invalid_input'],
    ['trade', { ...BUY, volume: '99' }, 'trade.no_money'],
    ['subscribe', { symbols: ['EURUSD', 'EURUSD'] }, 'ok'],
    ['subscribe', { symbols: ['EURUSD', 'NOSUCH'] }, 'trade.symbol_unknown'],
    ['subscribe', { symbols: 'EURUSD' }, 'invalid_input'],
    ['subscribe', {}, 'invalid_input'],
    ['unsubscribe', { symbols: [] }, 'ok'],
    ['nosuch', {}, 'invalid_input'],
    ['constructor', {}, 'invalid_input'],
    ['', {}, 'invalid_input'],
  ]
  for (const codec of ['json', 'msgpack'] as const) {
    const socket = shard.socket({ codec })
    for (const [op, args, code] of frames) {
      t.equal(shard.request(socket, op, args as View)['code'], code, `${codec} ${op}`)
    }
    const { data } = shard.request(socket, 'trade', { ...BUY, volume: '0' })
    const message = 'must be above zero'
    t.same(data, {
      fields: [{ path: 'volume', message, reason: 'field.above_zero', params: {} }],
      reason: 'invalid_input.fields',
      params: { count: 1 },
    })
  }
  settle(shard)
  t.end()
})

t.test('a subscription follows its reply, each symbol once', (t) => {
  const shard = tradingShard()
  const told = shard.turn(() =>
    shard.send(shard.socket(), 'subscribe', { symbols: ['EURUSD', 'USDJPY', 'EURUSD'] }),
  )
  t.match(told, [
    { kind: 'reply', value: { code: 'ok' } },
    { kind: 'control', value: { op: 'subscribe', symbols: [1, 2] } },
  ])
  t.end()
})

t.test('what the front answers is handed on with the fields of its operation alone', (t) => {
  const shard = tradingShard()
  const token = 'x'.repeat(256)
  const candles = { symbol: 'EURUSD', timeframe: 'M5', limit: 30 }
  const asked: [op: string, args: View, handedOn: View | string][] = [
    ['auth', { access_token: token, more: [1] }, { access_token: token }],
    ['auth', { access_token: `${token}x` }, {}],
    ['auth', { access_token: [token] }, {}],
    ['logout', { more: { a: 1 } }, {}],
    ['symbols', {}, {}],
    ['symbols', { more: 1 }, 'more: is not a field that this request accepts: leave it out'],
    ['candles', candles, candles],
    ['candles', { ...candles, limit: [30] }, 'limit: must be a whole number'],
    ['candles', { ...candles, symbol: 'x'.repeat(129) }, 'symbol: is too long: at most 128'],
    ['candles', { ...candles, from: '2026-01-31' }, { ...candles, from: '2026-01-31' }],
    ['candles', { ...candles, more: { a: 1 } }, 'more: is not a field that this request accepts'],
  ]
  for (const codec of ['json', 'msgpack'] as const) {
    const socket = shard.socket({ codec })
    for (const [op, args, handedOn] of asked) {
      const told = shard.turn(() => shard.send(socket, op, args))
      if (typeof handedOn !== 'string') {
        t.match(told, [{ kind: 'control', target: socket, value: { op, args: handedOn } }])
        t.same(told[0]?.value['args'], handedOn, 'and no more')
      } else {
        const [reply] = told
        t.match(reply, { kind: 'reply', value: { code: 'invalid_input' } })
        t.ok(String(reply?.value['message']).startsWith(handedOn), String(reply?.value['message']))
      }
    }
  }
  t.end()
})

t.test('depth and a rate of quotes are checked, and handed on', (t) => {
  const shard = tradingShard()
  for (const codec of ['json', 'msgpack'] as const) {
    const socket = shard.socket({ codec, readOnly: true })
    const refused = (op: string, args: object) => shard.request(socket, op, { ...args })['code']
    t.equal(refused('depth', {}), 'invalid_input')
    t.equal(refused('depth', { symbol: ['XAUUSD'] }), 'invalid_input')
    t.equal(refused('depth', { symbol: 'XAUUSD', subscribe: 1 }), 'invalid_input')
    t.equal(refused('depth', { symbol: 'XAUUSD', more: true }), 'invalid_input')
    for (const max_per_sec of [0, 51, 1.5, '1', null]) {
      t.equal(refused('subscribe', { symbols: ['XAUUSD'], max_per_sec }), 'invalid_input')
    }
    const told = shard.turn(() => {
      shard.send(socket, 'depth', { symbol: 'XAUUSD', subscribe: true })
      shard.send(socket, 'subscribe', { symbols: ['XAUUSD'], max_per_sec: 50 })
      shard.send(socket, 'subscribe', { symbols: ['XAUUSD'], max_per_sec: 1 })
      shard.send(socket, 'unsubscribe', { symbols: ['XAUUSD'], max_per_sec: 1 })
    })
    const [depth, ...controls] = told
      .filter(({ kind }) => kind === 'control')
      .map(({ value }) => value)
    t.match(depth, { op: 'depth', args: { symbol: 'XAUUSD', subscribe: true } })
    const symbols = [symbolIn(shard.core.book, 'XAUUSD').id]
    t.same(controls, [
      { op: 'subscribe', symbols, max_per_sec: 50 },
      { op: 'subscribe', symbols, max_per_sec: 1 },
      { op: 'unsubscribe', symbols },
    ])
  }
  t.end()
})

t.test('news are asked for by true or false, alone or beside symbols', (t) => {
  const shard = tradingShard()
  const socket = shard.socket()
  const heard = (op: string, args: object) =>
    shard
      .turn(() => shard.send(socket, op, { ...args }))
      .map(({ kind, value }) => (kind === 'control' ? value : value['code']))
  for (const news of ['yes', 1, null, {}]) {
    t.same(heard('subscribe', { news }), ['invalid_input'])
    t.same(heard('unsubscribe', { news, symbols: ['EURUSD'] }), ['invalid_input'])
  }
  t.same(heard('subscribe', { news: true }), [{ op: 'news', hears: true }, 'ok'])
  t.same(heard('subscribe', { news: false }), [{ op: 'news', hears: false }, 'ok'])
  t.same(heard('unsubscribe', { news: true, symbols: ['EURUSD'], max_per_sec: 0 }), [
    { op: 'news', hears: false },
    'ok',
    { op: 'unsubscribe', symbols: [1] },
  ])
  t.end()
})

t.test('a subscription names so many symbols and no more, each of them known', (t) => {
  const shard = tradingShard()
  const socket = shard.socket()
  const named = (length: number) => ({ symbols: Array.from({ length }, () => 'EURUSD') })
  t.equal(shard.request(socket, 'subscribe', named(SUBSCRIPTIONS_MAX))['code'], 'ok')
  for (const args of [named(SUBSCRIPTIONS_MAX + 1), {}, { symbols: 'EURUSD' }, { symbols: [1] }]) {
    const { id: _, ...refused } = shard.request(socket, 'subscribe', args)
    const message = 'must be a list of symbol names, like ["EURUSD"]'
    const field = { path: 'symbols', message, reason: 'field.symbol_names', params: {} }
    t.same(refused, {
      code: 'invalid_input',
      data: { reason: 'invalid_input.fields', params: { count: 1 }, fields: [field] },
      message: `symbols: ${message}`,
    })
  }
  t.end()
})

t.test('every socket of the account hears the same events, in its own codec', (t) => {
  const shard = tradingShard()
  const [asker, json, packed] = [shard.socket(), shard.socket(), shard.socket({ codec: 'msgpack' })]
  const stranger = shard.profile({ login: 1002 }).socket({ login: 1002 })
  const told = shard.turn(() => shard.send(asker, 'trade', BUY))
  const heard = (socket: number) =>
    told.filter(({ kind, target }) => kind !== 'reply' && target === socket).map((e) => e.value)
  t.same(heard(asker), heard(json))
  t.same(heard(packed), heard(json))
  t.same(
    heard(json).map(({ event }) => event),
    ['order', 'deal', 'position', 'money'],
  )
  t.same(heard(stranger), [])
  settle(shard)
  t.end()
})

t.test('the money is told once in every turn that changes it', (t) => {
  const shard = tradingShard()
  const socket = shard.socket()
  for (let turn = 0; turn < 3; turn++) {
    const told = shard.turn(() => {
      shard.send(socket, 'trade', BUY)
      shard.send(socket, 'trade', BUY)
    })
    const latest = told.filter(({ kind }) => kind === 'latest')
    t.match(latest, [{ target: socket, value: { event: 'money' } }])
    t.equal(latest.length, 1)
  }
  settle(shard)
  t.end()
})

t.test(
  'the money that prices move is told of those that hold something, where it is another',
  (t) => {
    const shard = tradingShard()
    const [socket, empty] = [shard.socket(), shard.profile({ login: 1002 }).socket({ login: 1002 })]
    const moved = () =>
      shard
        .turn(() => shard.sockets.tellMovedMoney(shard.core, 1000))
        .map(({ kind, target }) => [kind, target])
    t.same(moved(), [], 'nothing is held')
    shard.request(socket, 'trade', BUY)
    shard.push('EURUSD', '1.17100', '1.17110')
    t.same(moved(), [['latest', socket]])
    t.same(moved(), [], 'nothing has moved')
    shard.push('EURUSD', '1.17000', '1.17010')
    shard.sockets.close(empty)
    t.same(moved(), [['latest', socket]])
    settle(shard)
    t.end()
  },
)

t.test('a read-only session looks at everything and trades nothing', (t) => {
  const shard = tradingShard()
  const socket = shard.socket({ readOnly: true })
  t.equal(shard.request(socket, 'trade', BUY)['code'], 'trade.read_only')
  t.equal(shard.request(socket, 'snapshot')['code'], 'ok')
  t.equal(shard.request(socket, 'check', BUY)['code'], 'ok')
  const trader = shard.socket()
  const told = shard.turn(() => shard.send(trader, 'trade', BUY))
  t.ok(told.some(({ kind, target }) => kind === 'event' && target === socket))
  settle(shard)
  t.end()
})

t.test('an order of an api session says so', (t) => {
  const shard = tradingShard()
  shard.request(shard.socket({ reason: 'api' }), 'trade', BUY)
  t.match(shard.records().at(-1)?.events, [{ reason: 'api' }, { reason: 'api' }, { reason: 'api' }])
  settle(shard)
  t.end()
})

t.test(
  'unreadable frames in a row are answered, then close the socket; one good one resets',
  (t) => {
    const shard = tradingShard()
    const socket = shard.socket()
    const bad = () => shard.turn(() => shard.frames.handle(socket, Buffer.from('{')))
    for (const [op, args] of [['ping'], ['trade', BUY]] as const) {
      for (let i = 1; i < BAD_FRAMES_MAX; i++) {
        t.match(bad(), [{ kind: 'reply', value: { id: null, code: 'invalid_input' } }], op)
      }
      shard.request(socket, op, args)
    }
    for (let i = 1; i < BAD_FRAMES_MAX; i++) t.equal(bad()[0]?.kind, 'reply')
    t.match(bad(), [{ kind: 'control', value: { op: 'close', code: 4003 } }])
    t.end()
  },
)

t.test('frames for a socket that is closed or unknown are dropped', (t) => {
  const shard = tradingShard()
  const socket = shard.socket()
  shard.sockets.close(socket)
  t.same(
    shard.turn(() => {
      shard.send(socket, 'trade', BUY)
      shard.send(77, 'trade', BUY)
    }),
    [],
  )
  t.equal(shard.account().positions.size, 0)
  t.end()
})

/** With those of msgpack-decode and socket-frame a hundred thousand. */
const DAMAGED = 10_000

t.test('damaged frames get one reply or a close, and the books stay whole', (t) => {
  const shard = tradingShard()
  const prng = new Prng(11)
  let effects = 0
  for (let i = 0; i < DAMAGED; i++) {
    const codec = prng.below(2) === 0 ? 'json' : 'msgpack'
    const socket = shard.socket({ codec })
    const request = {
      id: i,
      op: 'trade',
      args: { ...BUY, volume: '0.01', client_order_id: `k${i}` },
    }
    const frame = Uint8Array.from(encodeFrame(codec, request))
    for (let changes = 1 + prng.below(2); changes > 0; changes--) {
      frame[prng.below(frame.length)] = prng.below(256)
    }
    const told = shard.turn(() => shard.frames.handle(socket, frame))
    const answers = told.filter(({ kind }) => kind === 'reply' || kind === 'control')
    if (answers.length !== 1) return t.fail(Buffer.from(frame).toString('hex'))
    if (answers[0]?.value['code'] === 'ok') effects++
    shard.sockets.close(socket)
  }
  t.ok(effects > 10, `${effects} were still orders`)
  settle(shard)
  return t.end()
})
