import { MessageChannel } from 'node:worker_threads'
import t from 'tap'
import { ShardMail, type ShardMailParts } from '../../../actors/shard/shard-mail.js'
import { compileBook } from '../../../engine/book/book.js'
import { BatchWriter, FROM_SHARD, TO_SHARD } from '../../../wire/thread/batch.js'
import { BatchLane, laneMemory } from '../../../wire/thread/batch-lane.js'
import { READY_TEXT, type ToShard } from '../../../wire/thread/messages.js'
import { givenBook } from '../../given/book.js'

// What arrives at a shard's thread, over a real port and a real lane: each kind reaches the part it is for.

const { records } = givenBook()

function given(t: { teardown(run: () => void): unknown }) {
  const steps: unknown[][] = []
  const step =
    (name: string) =>
    (...said: unknown[]) =>
      void steps.push([name, ...said])
  const floor = { takesMore: true, isFull: false, answers: [] as object[] }
  const memory = laneMemory(4096)
  const lane = new BatchLane(memory)
  const writer = new BatchWriter(new BatchLane(memory).free)
  const { port1: port, port2: server } = new MessageChannel()
  t.teardown(() => port.close())
  const held = new Set([1001, 1002])
  const core = {
    ...{ now: 7, held, book: compileBook(records) },
    grantIds: step('ids'),
    halt: step('halt'),
    records: { anchor: step('anchor'), commit: step('commit') },
    dayEnds: { slice: step('slice') },
    work: { begin: step('work') },
    parking: {
      reports: { take: step('report') },
      dealing: { setOnline: step('dealers') },
      gateways: { setOnline: step('gateways') },
    },
  }
  const trimming = { below: 0 }
  const mail = new ShardMail({
    ...{ port, lane, trimming },
    parts: {
      core,
      operations: {
        handle: (id: number, bytes: Uint8Array) => steps.push(['frame', id, ...bytes]),
      },
      longAnswers: { credit: step('credit') },
      valuations: { again: step('valuation') },
      setProfile: step('profile'),
      closeSocket: step('close'),
      openSocket: step('open'),
      ask: (ask: unknown, answer: (told: object) => void) => {
        steps.push(['ask', ask])
        for (const one of floor.answers.splice(0)) answer(one)
      },
    },
    turns: { tookBytes: step('took'), passOn: step('pass on') },
    pace: { takesMore: () => floor.takesMore },
    out: {
      push: (kind: number, id: number, bytes: Uint8Array) =>
        steps.push(['push', kind, id, Buffer.from(bytes).toString()]),
      get isFull() {
        return floor.isFull
      },
    },
    readAccountChange: 10,
    setBook: step('book'),
    onStop: step('stop'),
  } as unknown as ShardMailParts)
  const json = (of: object): Uint8Array => Buffer.from(JSON.stringify(of))
  const entry = (kind: number, target: number, bytes: Uint8Array = new Uint8Array(0)): void => {
    writer.push(kind, target, bytes)
    const batch = writer.take()
    if (batch === undefined) throw new Error('there is a batch')
    mail.receive(batch)
  }
  const say = (message: ToShard): void => mail.receive(message)
  return {
    mail,
    floor,
    server,
    writer,
    trimming,
    core,
    entry,
    say,
    json,
    taken: () => steps.splice(0),
  }
}

t.test('each entry of a batch reaches the part that it is for', (t) => {
  const { entry, json, taken, mail, writer } = given(t)
  for (const [kind, target, bytes, step] of [
    [TO_SHARD.frame, 5, Uint8Array.of(1, 2, 3), ['frame', 5, 1, 2, 3]],
    [TO_SHARD.report, 0, json({ type: 'lost' }), ['report', { type: 'lost' }]],
    [TO_SHARD.credit, 6, undefined, ['credit', 6]],
    [TO_SHARD.valuation, 7, undefined, ['valuation', 7]],
    [TO_SHARD.socketClose, 8, undefined, ['close', 8]],
    [TO_SHARD.socketOpen, 9, json({ login: 1001 }), ['open', 9, { login: 1001 }]],
    [99, 9, undefined, undefined],
  ] as const) {
    entry(kind, target, bytes)
    const [took, ...steps] = taken()
    t.match(took, ['took', Number])
    t.same(steps, step === undefined ? [] : [step])
  }
  writer.push(TO_SHARD.credit, 1, new Uint8Array(0))
  writer.push(TO_SHARD.frame, 2, new Uint8Array(9))
  mail.receive(writer.take())
  t.same(taken(), [
    ['took', 16 + 32],
    ['credit', 1],
    ['frame', 2, ...new Uint8Array(9)],
  ])
  t.end()
})

t.test('a batch that was read gives its memory back', (t) => {
  const { mail, writer } = given(t)
  for (let n = 0; n < 100; n++) {
    writer.push(TO_SHARD.credit, n, new Uint8Array(0))
    const batch = writer.take()
    t.type(batch, 'number', 'it lies in shared memory')
    mail.receive(batch)
  }
  t.end()
})

t.test('what is asked is answered under its number, ready text behind its mark', (t) => {
  const { floor, entry, json, taken } = given(t)
  const answers = [
    { ok: true, value: 1 },
    { ok: true, text: '{"a":1}' },
  ]
  floor.answers.push(...answers)
  entry(TO_SHARD.ask, 3, json({ kind: 'moneys' }))
  t.same(taken().slice(1), [
    ['ask', { kind: 'moneys' }],
    ['push', FROM_SHARD.answer, 3, JSON.stringify(answers[0])],
    ['push', FROM_SHARD.answer, 3, `${READY_TEXT}{"a":1}`],
  ])
  t.end()
})

t.test('a turn that may take no more, or told as much as fits, passes on after an entry', (t) => {
  for (const [takesMore, isFull] of [
    [false, false],
    [true, true],
  ] as const) {
    const { floor, writer, mail, taken } = given(t)
    Object.assign(floor, { takesMore, isFull })
    writer.push(TO_SHARD.credit, 1, new Uint8Array(0))
    writer.push(TO_SHARD.credit, 2, new Uint8Array(0))
    mail.receive(writer.take())
    t.same(taken().slice(1), [['credit', 1], ['pass on'], ['credit', 2], ['pass on']])
  }
  t.end()
})

t.test('each message reaches the part that it is for', (t) => {
  const { say, taken, core, trimming } = given(t)
  const range = { kind: 'order', from: 1, to: 9 } as never
  const head = { id: 4, hash: 'x' } as never
  say({ type: 'ids', range })
  say({ type: 'dealers', dealers: [] })
  say({ type: 'gateways', online: [] })
  say({ type: 'halt', reason: 'disk' })
  say({ type: 'anchor', head })
  say({ type: 'day_end' })
  say({ type: 'ticks' })
  say({ type: 'stop' })
  t.same(taken(), [
    ['ids', range],
    ['dealers', []],
    ['gateways', []],
    ['halt', 'disk'],
    ['anchor', head, 7],
    ['slice'],
    ['stop'],
  ])
  say({ type: 'let_go', login: 1001 })
  t.same([...core.held], [1002])
  say({ type: 'trim', beforeSeq: 77 })
  t.equal(trimming.below, 77)
  t.same(taken(), [])
  t.end()
})

t.test('a change of an account that was read at the start is not made again', (t) => {
  const { say, taken } = given(t)
  const profile = { login: 1001 } as never
  for (const number of [9, 10, 11]) say({ type: 'profile', number, profile })
  t.same(taken(), [['profile', profile]])
  t.end()
})

t.test('settings come as one change or all anew, and become a book', (t) => {
  const { say, taken, core } = given(t)
  const [group] = records.groups
  const record = { ...group, version: 9, deposit_max: '77' }
  say({
    type: 'config',
    change: { version: 5, kind: 'groups', changed: [record], removed: [] } as never,
  })
  const [[, changed] = []] = taken() as [string, ReturnType<typeof compileBook>][]
  t.equal(changed?.version, 5)
  t.match(
    changed?.records.groups.find(({ id }) => id === group?.id),
    { version: 9 },
  )
  t.equal(changed?.symbolsById, core.book.symbolsById, 'what did not change is as it was')
  say({ type: 'book', records: { ...records, version: 6 } })
  const [[, whole] = []] = taken() as [string, ReturnType<typeof compileBook>][]
  t.equal(whole?.version, 6)
  t.end()
})

t.test(
  'a drill ends the thread in the work of an account, after what waits is on disk or not',
  (t) => {
    const { say, taken } = given(t)
    for (const afterCommit of [true, false]) {
      t.throws(() => say({ type: 'fail', afterCommit, login: 1001 }), /ended for a drill/)
      t.same(taken(), [...(afterCommit ? [['commit']] : []), ['work', 1001]])
    }
    t.end()
  },
)

t.test('all that waits at the port is taken', async (t) => {
  const { mail, server, taken } = given(t)
  mail.drain()
  t.same(taken(), [])
  server.postMessage({ type: 'halt', reason: 'one' })
  server.postMessage({ type: 'halt', reason: 'two' })
  mail.drain()
  t.same(taken(), [
    ['halt', 'one'],
    ['halt', 'two'],
  ])
})
