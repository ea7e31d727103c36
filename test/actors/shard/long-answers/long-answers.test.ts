import t from 'tap'
import type { Slice } from '../../../../actors/shard/live/slice.js'
import { LongAnswers } from '../../../../actors/shard/long-answers/long-answers.js'
import {
  BULK_JOBS_MAX,
  BULK_LISTS_MAX,
  BULK_ROWS_MAX,
  BULK_SLICE_BYTES,
  BULK_STALL_MS,
  BULK_TURN_BYTES,
  BULK_WAITING_MAX,
} from '../../../../engine/limits/long-answers.js'
import { Prng } from '../../../../engine/numbers/prng.js'
import { LOGIN } from '../../../given/account.js'
import {
  encodeFrame,
  type GivenShard,
  type Told,
  tradingShard,
} from '../../../given/floors/shard.js'
import { keptRow } from '../../../given/records/kept-row.js'
import { LIMIT_ORDER } from '../../../given/records/trade-bodies.js'

type View = Readonly<Record<string, unknown>>
const CODECS = ['json', 'msgpack'] as const
const PLACE = { ...LIMIT_ORDER, volume: '0.01', price: '0.50000' }
/** No row of an order or a position takes more. */
const ROW_BYTES = 2048
/** Answers that are told in many slices. */
const MANY = 1_000

/** A shard whose account has the money that a thousand orders reserve. */
function richShard(): GivenShard {
  return tradingShard().deposit('100000000')
}

/** Orders that rest far from the market, and some positions. */
function fill(shard: GivenShard, orders: number, login = LOGIN): void {
  const socket = shard.socket({ login })
  for (let sent = 0; sent < orders; ) {
    shard.turn(() => {
      for (let n = 0; n < 256 && sent < orders; n++, sent++) shard.send(socket, 'trade', PLACE)
    })
  }
  for (let n = 0; n < 4; n++) open(shard, socket)
  const { orders: held, positions } = shard.account(login)
  if (held.size !== orders || positions.size !== 4) throw new Error('some were refused')
  shard.sockets.close(socket)
}

function open(shard: GivenShard, socket: number): Told[] {
  const args = { kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '0.01' }
  return shard.turn(() => shard.send(socket, 'trade', args))
}

function of(told: readonly Told[], socket: number, kind: Told['kind']): View[] {
  return told.filter((one) => one.target === socket && one.kind === kind).map(({ value }) => value)
}

/** The knowledge of a client: by id the newest rows of what is open, and the seq that it has come to. */
class Client {
  seq = -1
  readonly rows = new Map<string, View>()

  ground(snapshot: View): void {
    const { data } = snapshot as { data: { seq: string; positions: View[]; orders: View[] } }
    this.rows.clear()
    for (const row of data.positions) this.rows.set(`position ${row['id']}`, keptRow(row))
    for (const row of data.orders) this.rows.set(`order ${row['id']}`, keptRow(row))
    this.seq = Number(data.seq)
  }

  take({ event, seq, data }: { event: string; seq: string; data: View }): void {
    if (Number(seq) <= this.seq) return
    if (Number(seq) !== this.seq + 1) throw new Error(`${seq} does not follow ${this.seq}`)
    this.seq++
    const isOver = event === 'position' ? data['volume'] === '0' : data['done_at'] !== undefined
    if (event === 'deal') return
    if (isOver) this.rows.delete(`${event} ${data['id']}`)
    else this.rows.set(`${event} ${data['id']}`, data)
  }

  hear(told: readonly Told[], socket: number): void {
    for (const { target, kind, value } of told) {
      if (target !== socket) continue
      if (kind === 'reply' && 'account' in ((value['data'] ?? {}) as object)) this.ground(value)
      else if (kind === 'event') this.take(value as never)
    }
  }
}

/** The knowledge of a client that asks now. */
function known(shard: GivenShard): Client {
  const socket = shard.socket()
  const client = new Client()
  client.hear(
    shard.whole(() => shard.send(socket, 'snapshot'), socket),
    socket,
  )
  shard.sockets.close(socket)
  return client
}

function sameAs(client: Client, other: Client): boolean {
  const rows = (one: Client) => JSON.stringify([...one.rows].sort(([a], [b]) => (a < b ? -1 : 1)))
  return client.seq === other.seq && rows(client) === rows(other)
}

for (const codec of CODECS) {
  t.test(`a long snapshot is of one moment, in parts, and the rest follows (${codec})`, (t) => {
    const shard = richShard()
    fill(shard, MANY)
    const [reader, trader] = [shard.socket({ codec }), shard.socket()]
    const client = new Client()
    const asked = shard.account().seq
    client.hear(
      shard.turn(() => shard.send(reader, 'snapshot')),
      reader,
    )
    t.equal(client.seq, -1, 'it is not whole yet')
    let turns = 1
    for (; shard.parts.longAnswers.size > 0; turns++) {
      const told = open(shard, trader)
      t.equal(of(told, trader, 'event').length, 3, 'others hear at once')
      shard.credit(reader)
      client.hear(told, reader)
    }
    t.ok(turns > 5, `${turns} turns`)
    t.ok(shard.partBytes.length > 5, `${shard.partBytes.length} parts`)
    t.ok(
      shard.partBytes.every((bytes) => bytes < BULK_SLICE_BYTES + ROW_BYTES),
      `${shard.partBytes}`,
    )
    t.ok(client.seq > asked + 3 * turns - 6, 'it has heard what came about meanwhile')
    client.hear(open(shard, trader), reader)
    t.ok(sameAs(client, known(shard)), 'and now hears as the others do')
    t.end()
  })
}

t.test('a long resume tells every event once, in order, whatever comes about meanwhile', (t) => {
  const shard = richShard()
  fill(shard, MANY)
  for (const codec of CODECS) {
    const [reader, trader] = [shard.socket({ codec }), shard.socket()]
    const seqs: number[] = []
    const hear = (told: readonly Told[]) => {
      for (const { seq } of of(told, reader, 'event')) seqs.push(Number(seq))
    }
    const to = String(shard.account().seq)
    const first = shard.turn(() => shard.send(reader, 'resume', { seq: '0' }))
    const replies = of(first, reader, 'reply')
    hear(first)
    let turns = 1
    for (; shard.parts.longAnswers.size > 0; turns++) {
      const told = open(shard, trader)
      replies.push(...of(told, reader, 'reply'))
      hear(told)
      const bytes = of(told, reader, 'event').map((event) => encodeFrame(codec, event).length)
      const sum = bytes.reduce((all, one) => all + one, 0)
      if (sum > BULK_SLICE_BYTES + ROW_BYTES) t.fail(`${sum} bytes without credit`)
      shard.credit(reader)
    }
    t.ok(turns > 5, `${turns} turns`)
    t.match(replies, [{ code: 'ok', data: { from: '0', to } }])
    hear(open(shard, trader))
    t.same(
      seqs,
      Array.from({ length: shard.account().seq }, (_, n) => n + 1),
    )
    for (const socket of [reader, trader]) shard.sockets.close(socket)
  }
  t.end()
})

t.test('an account has one under way, on whichever of its sockets, and others have theirs', (t) => {
  const shard = richShard()
  fill(shard, MANY)
  shard.profile({ login: 1002 }).deposit('500', 1002)
  const [reader, sibling] = [shard.socket(), shard.socket({ codec: 'msgpack' })]
  const other = shard.socket({ login: 1002 })
  const told = shard.turn(() => {
    for (let n = 0; n < 250; n++) shard.send(reader, 'resume', { seq: '0' })
    for (let n = 0; n < 100; n++) shard.send(sibling, 'snapshot')
  })
  const codes = (of_: View[]) => of_.filter(({ code }) => code === 'trade.too_many_requests').length
  t.equal(codes(of(told, reader, 'reply')), 249 - BULK_WAITING_MAX)
  t.equal(codes(of(told, sibling, 'reply')), 100)
  t.equal(shard.request(other, 'snapshot')['code'], 'ok')
  t.equal(shard.request(other, 'resume', { seq: '0' })['code'], 'ok')
  t.equal(shard.request(sibling, 'ping')['code'], 'ok')
  let answered = 0
  while (shard.parts.longAnswers.size > 0) {
    const more = shard.turn(() => shard.credit(reader))
    answered += of(more, reader, 'reply').filter(({ code }) => code === 'ok').length
  }
  // The first was answered in the turns of the other account.
  t.equal(answered, BULK_WAITING_MAX, 'those that waited are answered after it')
  const again = shard.whole(() => shard.send(sibling, 'snapshot'), sibling)
  t.match(of(again, sibling, 'reply'), [{ code: 'ok' }], 'after its end the next one is begun')
  t.end()
})

t.test('what waits for another one goes with its socket, and is begun when that one goes', (t) => {
  const shard = richShard()
  fill(shard, MANY)
  const [reader, gone, sibling] = [shard.socket(), shard.socket(), shard.socket()]
  shard.turn(() => {
    for (const socket of [reader, gone, sibling]) shard.send(socket, 'snapshot')
  })
  for (const socket of [gone, reader]) {
    shard.parts.longAnswers.drop(socket)
    shard.sockets.close(socket)
  }
  const told = shard.whole(() => undefined, sibling)
  t.match(of(told, sibling, 'reply'), [{ code: 'ok' }])
  t.equal(shard.parts.longAnswers.size, 0)
  t.end()
})

t.test('a live socket whose resume is refused has missed nothing', (t) => {
  const shard = richShard()
  fill(shard, MANY)
  const [live, busy] = [shard.socket(), shard.socket()]
  const client = new Client()
  const hear = (told: readonly Told[]) => client.hear(told, live)
  hear(shard.whole(() => shard.send(live, 'snapshot'), live))
  shard.log.trim(shard.account().lastRecordSeq, 10_000)
  shard.turn(() => shard.send(busy, 'snapshot'))
  const told = shard.turn(() => {
    shard.send(live, 'resume', { seq: '0' })
    shard.send(busy, 'trade', { kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '0.01' })
  })
  hear(told)
  t.equal(client.seq, shard.account().seq, 'while it waits')
  while (shard.parts.longAnswers.size > 0) hear(shard.turn(() => shard.credit(busy)))
  hear(open(shard, busy))
  t.equal(client.seq, shard.account().seq, 'and after it was refused')
  t.end()
})

t.test('a turn makes a bounded part of all of them, for one account after the other', (t) => {
  const shard = richShard()
  // Accounts for the first turn, and some more.
  const logins = Array.from({ length: BULK_TURN_BYTES / BULK_SLICE_BYTES + 4 }, (_, n) => LOGIN + n)
  for (const login of logins) {
    shard.profile({ login })
    if (login !== LOGIN) shard.deposit('100000000', login)
    fill(shard, 150, login)
  }
  const sockets = logins.map((login) => shard.socket({ login }))
  let bytes = 0
  const after = (): number => {
    bytes = shard.partBytes.splice(0).reduce((sum, one) => sum + one, 0)
    return bytes
  }
  shard.turn(() => {
    for (const socket of sockets) shard.send(socket, 'snapshot')
  })
  t.ok(after() < BULK_TURN_BYTES + BULK_SLICE_BYTES, `${bytes} bytes in the first turn`)
  t.ok(shard.parts.longAnswers.hasWork, 'some had nothing yet')
  const first = shard.turn(() => undefined)
  t.ok(after() < BULK_TURN_BYTES + BULK_SLICE_BYTES, `${bytes} bytes in the second`)
  t.same(first, [])
  t.notOk(
    shard.parts.longAnswers.hasWork,
    'now all had their first slice, and wait for their readers',
  )
  t.same(
    shard.turn(() => undefined),
    [],
  )
  t.equal(after(), 0, 'without credit nothing more is made')
  shard.turn(() => shard.credit(sockets[3] as number))
  t.ok(after() > 0, 'and with it a slice of that one')
  t.ok(bytes < BULK_SLICE_BYTES + ROW_BYTES)
  t.end()
})

t.test('a reader that takes nothing is too slow, and its place is free', (t) => {
  const shard = richShard()
  fill(shard, MANY)
  const [reader, other] = [shard.socket(), shard.socket()]
  shard.turn(() => shard.send(reader, 'snapshot'))
  shard.clock.at += BULK_STALL_MS - 1
  t.same(
    shard.turn(() => shard.parts.longAnswers.everySecond()),
    [],
  )
  shard.clock.at += 1
  t.match(
    shard.turn(() => shard.parts.longAnswers.everySecond()),
    [{ kind: 'control', target: reader, value: { op: 'close', code: 4008, reason: 'too_slow' } }],
  )
  t.equal(shard.parts.longAnswers.size, 0)
  const told = shard.whole(() => shard.send(other, 'snapshot'), other)
  t.match(of(told, other, 'reply'), [{ code: 'ok' }])
  t.end()
})

/** All that a reader hears who takes everything, with the notes to the front. */
function notesOf(shard: GivenShard, socket: number, op: string, args: object): string[] {
  const heard: string[] = []
  const turn = (work: () => void) => {
    shard.begin()
    work()
    shard.flushMoney()
    shard.core.records.commit()
    for (const { kind, value } of shard.takeAll()) {
      const note = kind === 'control' ? `${value['op']} ${value['under_way']}` : kind
      if (kind !== 'credit') heard.push(note)
    }
  }
  turn(() => shard.send(socket, op, { ...args }))
  while (shard.parts.longAnswers.size > 0) turn(() => shard.credit(socket))
  return heard.filter((note, at) => note !== heard[at - 1])
}

t.test('the front hears when an answer takes more than a slice, and when it is whole', (t) => {
  const shard = richShard()
  const socket = shard.socket()
  t.same(notesOf(shard, socket, 'snapshot', {}), ['reply'])
  fill(shard, MANY)
  const [begins, ends] = ['bulk true', 'bulk false']
  t.same(notesOf(shard, socket, 'snapshot', {}), [begins, 'reply', ends, 'latest'])
  t.same(notesOf(shard, socket, 'resume', { seq: '0' }), [begins, 'reply', 'event', ends, 'latest'])
  t.end()
})

t.test('with its socket goes what was under way for it', (t) => {
  const shard = richShard()
  fill(shard, MANY)
  const [reader, other] = [shard.socket(), shard.socket()]
  shard.turn(() => shard.send(reader, 'snapshot'))
  shard.parts.longAnswers.drop(other)
  t.equal(shard.parts.longAnswers.size, 1, 'of another socket nothing was')
  shard.parts.longAnswers.drop(reader)
  shard.sockets.close(reader)
  t.equal(shard.parts.longAnswers.size, 0)
  shard.credit(reader)
  shard.parts.longAnswers.drop(reader)
  t.equal(shard.parts.longAnswers.size, 0, 'one that has gone already has nothing')
  t.same(
    shard.turn(() => undefined),
    [],
  )
  t.end()
})

t.test('a socket goes on under another session, and so does its snapshot', (t) => {
  const shard = richShard()
  fill(shard, MANY)
  const reader = shard.socket()
  const begun = shard.turn(() => shard.send(reader, 'snapshot'))
  t.same(of(begun, reader, 'reply'), [])
  const { login, codec } = shard.sockets.get(reader) ?? { login: 0, codec: 'json' as const }
  const session = { readOnly: true, reason: 'api', session: '' } as const
  shard.sockets.open({
    id: reader,
    login,
    codec,
    ...session,
    badFrames: 0,
    hearsValues: false,
    isHeld: false,
  })
  const rest = shard.whole(() => shard.credit(reader), reader)
  t.match(of(rest, reader, 'reply'), [{ code: 'ok' }])
  t.equal(shard.request(reader, 'trade', PLACE)['code'], 'trade.read_only')
  t.equal(of(open(shard, shard.socket()), reader, 'event').length, 3, 'it hears once, not twice')
  t.end()
})

t.test('records that go from the log meanwhile end the socket, never leave a gap', (t) => {
  const shard = richShard()
  fill(shard, MANY)
  const reader = shard.socket()
  const told = shard.turn(() => shard.send(reader, 'resume', { seq: '0' }))
  while (of(told, reader, 'event').length === 0)
    told.push(...shard.turn(() => shard.credit(reader)))
  shard.log.trim(shard.account().lastRecordSeq, 10_000)
  while (shard.parts.longAnswers.size > 0) told.push(...shard.turn(() => shard.credit(reader)))
  t.match(of(told, reader, 'control').at(-1), { op: 'close', code: 4008 })
  const seqs = of(told, reader, 'event').map(({ seq }) => Number(seq))
  t.same(
    seqs,
    Array.from({ length: seqs.length }, (_, n) => n + 1),
  )
  t.end()
})

t.test('a shard has so many under way, and keeps so many rows for them', (t) => {
  const shard = richShard()
  const socketOf = (login: number) => {
    const socket = shard.sockets.get(shard.profile({ login }).socket({ login }))
    if (socket === undefined) throw new Error('it was opened')
    return socket
  }
  const begun = (bulk: LongAnswers, login: number, rows: number): string => {
    let answer = 'begun'
    const refuse = ({ code }: { code: string }) => {
      answer = code
    }
    bulk.begin({ what: 'it', login, socket: socketOf(login), rows, work: endlessly, refuse })
    return answer
  }
  const many = new LongAnswers(shard.core, shard.sockets, shard.clock)
  for (let n = 0; n < BULK_JOBS_MAX; n++) t.equal(begun(many, 2000 + n, 1), 'begun')
  t.equal(begun(many, 1999, 1), 'unavailable')
  for (let n = 0; n < BULK_WAITING_MAX; n++) t.equal(begun(many, 2000, 1), 'begun', 'it waits')
  t.equal(begun(many, 2000, 1), 'trade.too_many_requests')

  const large = new LongAnswers(shard.core, shard.sockets, shard.clock)
  t.equal(begun(large, 4000, 2 * BULK_ROWS_MAX), 'begun', 'one alone may be larger')
  const full = new LongAnswers(shard.core, shard.sockets, shard.clock)
  t.equal(begun(full, 4000, BULK_ROWS_MAX - 5), 'begun')
  t.equal(begun(full, 4001, 6), 'unavailable')
  t.equal(begun(full, 4001, 5), 'begun')
  t.end()
})

function* endlessly(slice: { left: number }): Generator<void, undefined> {
  for (;;) {
    slice.left = 0
    yield
  }
}

t.test('no slice is begun in a turn whose millisecond for long answers is over', (t) => {
  const shard = richShard()
  let slices = 0
  function* slowly(slice: { left: number }): Generator<void, undefined> {
    for (;;) {
      slices++
      shard.clock.at += 1
      slice.left = 0
      yield
    }
  }
  const { answers, begin } = answering(shard, slowly)
  for (let n = 0; n < 3; n++) begin(3000 + n)
  t.equal(slices, 1, 'the first took the millisecond')
  answers.run()
  t.equal(slices, 1)
  answers.endTurn()
  answers.run()
  t.equal(slices, 2, 'the next turn has one of its own')
  answers.endTurn()
  begin(3003)
  t.equal(slices, 2, 'who waits longer goes first')
  answers.run()
  t.equal(slices, 3)
  t.end()
})

t.test('a turn has so many bytes for long answers, to the byte, and so has the next one', (t) => {
  let slices = 0
  function* counted(slice: { left: number }): Generator<void, undefined> {
    for (;;) {
      slices++
      slice.left = 0
      yield
    }
  }
  const { answers, begin } = answering(richShard(), counted)
  const most = BULK_TURN_BYTES / BULK_SLICE_BYTES
  for (let n = 0; n < most + 1; n++) begin(3000 + n)
  for (let turn = 1; turn <= 2; turn++) {
    answers.run()
    t.equal(slices, turn * most)
    answers.run()
    t.equal(slices, turn * most)
    answers.endTurn()
  }
  t.end()
})

/** Long answers that all do the same work, each for an account of its own. */
function answering(
  shard: GivenShard,
  work: (slice: { left: number }) => Generator<void, undefined>,
) {
  const answers = new LongAnswers(shard.core, shard.sockets, shard.clock)
  const begin = (login: number): void => {
    const socket = shard.sockets.get(shard.profile({ login }).socket({ login }))
    if (socket === undefined) throw new Error('it was opened')
    answers.begin({ what: 'it', login, socket, rows: 1, work, refuse: () => undefined })
  }
  return { answers, begin }
}

t.test('what throws is answered as a failure, or closes the socket in the middle of it', (t) => {
  const shard = richShard()
  const failing = (from: number) => {
    const { values } = shard.account().orders
    let left = from
    const { orders } = shard.account()
    orders.values = function* () {
      for (const order of values.call(orders)) {
        if (left-- === 0) throw new Error('a broken row')
        yield order
      }
    } as typeof values
  }
  fill(shard, 10)
  failing(3)
  const reader = shard.socket()
  t.match(shard.request(reader, 'snapshot'), { code: 'internal' })
  t.match(shard.failures, [{ what: 'snapshot', login: LOGIN, error: { message: 'a broken row' } }])
  t.equal(shard.request(reader, 'ping')['code'], 'ok')
  t.same(shard.setAside, [], 'nothing was changed')
  t.equal(of(open(shard, shard.socket()), reader, 'event').length, 3, 'it hears on')

  const long = richShard()
  fill(long, MANY)
  const symbols = long.core.book.symbolsById
  const socket = long.socket()
  long.turn(() => long.send(socket, 'snapshot'))
  Object.assign(symbols, {
    get: () => {
      throw new Error('a broken row')
    },
  })
  const told = long.turn(() => long.credit(socket))
  t.match(of(told, socket, 'control'), [{ op: 'close', code: 1011, reason: 'internal' }])
  t.equal(long.parts.longAnswers.size, 0)
  t.end()
})

t.test('long lists are made in slices too, so many of an account at a time', (t) => {
  const shard = richShard()
  fill(shard, MANY)
  shard.profile({ login: 1002 })
  const told = shard.turn(() => {
    for (let n = 1; n <= BULK_LISTS_MAX + 1; n++) {
      shard.ask(n, { op: 'orders', request: { login: LOGIN } })
    }
    shard.ask(9, { op: 'positions', request: { login: 4_711 } })
    shard.ask(10, { op: 'orders', request: { login: 1002 } })
  })
  const answers = (of_: readonly Told[]) => of_.filter(({ kind }) => kind === 'answer')
  t.match(answers(told), [
    { target: BULK_LISTS_MAX + 1, value: { code: 'too_many_requests' } },
    { target: 9, value: { code: 'not_found' } },
  ])
  const trader = shard.socket()
  const reader = shard.socket()
  const snapshot = shard.turn(() => shard.send(reader, 'snapshot', {}))
  t.notMatch(of(snapshot, reader, 'reply'), [{ code: 'too_many_requests' }], 'sockets have theirs')
  t.equal(shard.parts.longAnswers.size, BULK_LISTS_MAX + 1)
  shard.turn(() => shard.parts.closeSocket(reader))
  let turns = 0
  const later: Told[] = []
  for (; shard.parts.longAnswers.size > 0; turns++) later.push(...open(shard, trader))
  t.ok(turns > 3, `${turns} turns more`)
  const [others, own] = [
    answers([...told, ...later]).filter(({ target }) => target === 10),
    answers(later).filter(({ target }) => target !== 10),
  ]
  t.match(others, [{ value: { ok: true, text: '[]' } }], 'another account has its own')
  t.same(
    own.map(({ target }) => target),
    Array.from({ length: BULK_LISTS_MAX }, (_, n) => n + 1),
  )
  for (const { value } of own) {
    t.equal((JSON.parse(String(value['text'])) as unknown[]).length, MANY, 'as it was asked')
  }
  const short = shard.turn(() => shard.ask(1, { op: 'positions', request: { login: LOGIN } }))
  const rows = JSON.parse(String(answers(short)[0]?.value['text'])) as unknown[]
  t.equal(rows.length, shard.account().positions.size, 'a short one at once')
  t.end()
})

t.test('random trading, readers and credits: every client ends with what there is', (t) => {
  const prng = new Prng(Number(process.env['TEST_SEED'] ?? 1))
  for (let round = 0; round < 6; round++) {
    const shard = richShard()
    fill(shard, 200 + prng.below(400))
    const trader = shard.socket()
    const readers = CODECS.map((codec) => ({
      socket: shard.socket({ codec }),
      client: new Client(),
    }))
    const hear = (told: readonly Told[]) => {
      for (const { socket, client } of readers) if (client.seq >= 0) client.hear(told, socket)
    }
    for (const { socket, client } of readers) {
      const told = shard.whole(() => shard.send(socket, 'snapshot'), socket)
      hear(told)
      client.hear(told, socket)
    }
    for (let step = 0; step < 120; step++) {
      const told = shard.turn(() => {
        const { socket, client } = readers[prng.below(2)] ?? { socket: 0, client: new Client() }
        const ids = [...shard.account().orders.keys()]
        const order_id = ids[prng.below(ids.length)]
        switch (prng.below(6)) {
          case 0:
            shard.send(socket, 'snapshot')
            break
          case 1:
            shard.send(socket, 'resume', { seq: String(Math.max(0, client.seq - prng.below(900))) })
            break
          case 2:
            shard.send(trader, 'trade', { kind: 'delete', order_id })
            break
          case 3:
            shard.send(trader, 'trade', {
              kind: 'change',
              order_id,
              price: `0.5${step}`.slice(0, 7),
            })
            break
          case 4:
            shard.send(trader, 'trade', PLACE)
        }
        for (const one of readers) if (prng.below(3) === 0) shard.credit(one.socket)
      })
      hear(told)
    }
    while (shard.parts.longAnswers.size > 0) {
      hear(
        shard.turn(() => {
          for (const { socket } of readers) shard.credit(socket)
        }),
      )
    }
    const truth = known(shard)
    for (const { client } of readers) t.ok(sameAs(client, truth), `round ${round}`)
  }
  t.end()
})

t.test('only a socket that was told something is waited for, and nothing else is', (t) => {
  for (const [isList, hasTold, waits] of [
    [false, true, true],
    [false, false, false],
    [true, true, false],
    [true, false, false],
  ] as const) {
    const shard = tradingShard()
    const socket = shard.sockets.get(shard.socket())
    const { longAnswers } = shard.parts
    let steps = 0
    const ask = {
      what: 'given',
      login: LOGIN,
      rows: 1,
      refuse: () => t.fail('it is begun'),
      *work(slice: Slice) {
        for (; steps < 2; steps++) {
          slice.hasTold = hasTold
          yield
        }
        return undefined
      },
    }
    let ready: readonly unknown[] = []
    shard.begin()
    longAnswers.begin(isList || socket === undefined ? ask : { ...ask, socket })
    ready = [longAnswers.hasWork, longAnswers.size, steps]
    const words = `${isList ? 'a list' : 'a socket'}, ${hasTold ? 'told' : 'not told'}`
    t.same(ready, [!waits, 1, 0], words)
    const credits = shard.takeAll().filter(({ kind }) => kind === 'credit').length
    t.equal(credits, waits ? 1 : 0, words)
    longAnswers.run()
    t.equal(longAnswers.size, waits ? 1 : 0, `${words}, in the same turn`)
    if (socket !== undefined) for (let n = 0; n < 2; n++) longAnswers.credit(socket.id)
    longAnswers.run()
    if (socket !== undefined) longAnswers.credit(socket.id)
    longAnswers.run()
    t.same([longAnswers.size, longAnswers.hasWork, steps], [0, false, 2], words)
    shard.finish()
  }
  t.end()
})
