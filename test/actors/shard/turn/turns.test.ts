import t from 'tap'
import { Turns, type TurnsParts } from '../../../../actors/shard/turn/turns.js'
import { FROM_SHARD } from '../../../../wire/thread/batch.js'

// The order of a turn's steps: what is decided is ended, committed and told, in this order and no other.

function given() {
  const steps: string[] = []
  const step = (name: string) => () => void steps.push(name)
  const floor = {
    waiting: [] as string[],
    toGateways: [] as string[],
    handsOver: true,
    isSlowed: false,
    isDirty: false,
    appended: 3,
  }
  const clock = {
    owes: true,
    begin: () => undefined,
    decided: () => undefined,
    handedOver: () => undefined,
    durable: () => undefined,
    told: () => undefined,
    write: step('write times'),
  }
  const core = {
    now: 0,
    mayWrite: true,
    beginTurn: step('begin'),
    ledger: { dayEnds: { slice: (effort: number) => steps.push(`day ends ${effort}`) } },
    records: {
      handOver: () => {
        steps.push('hand over')
        return floor.handsOver
      },
      commit: step('commit'),
      settle: step('settle'),
      takeAppended: () => floor.appended,
      get dirty() {
        return floor.isDirty
      },
    },
  }
  const parts = {
    parts: { core, endTurn: step('end'), goOnWithOthers: step('others') },
    log: {
      settle: () => {
        steps.push('log settles')
        throw new Error('it failed')
      },
    },
    out: {
      push: (kind: number, bytes: number, nothing: Uint8Array) => {
        t.same([kind, nothing.length], [FROM_SHARD.taken, 0])
        steps.push(`taken ${bytes}`)
      },
      get length() {
        return floor.waiting.length
      },
      take: () => floor.waiting.shift(),
    },
    pace: {
      turnEnds: step('pace ends'),
      rest: (appended: number) => steps.push(`rest ${appended}`),
      get isSlowed() {
        return floor.isSlowed
      },
    },
    trimming: { step: step('trim') },
    links: {
      take: () => floor.toGateways.splice(0),
      send: (messages: readonly string[]) =>
        steps.push(...messages.map((message) => `gateways ${message}`)),
    },
    clock,
    tell: (batch: unknown) => steps.push(`tell ${batch}`),
  } as unknown as TurnsParts
  const turns = new Turns(parts)
  return { turns, floor, taken: () => steps.splice(0) }
}

t.test('a turn is opened, closed, committed and told, one after the other', (t) => {
  const { turns, floor, taken } = given()
  t.throws(() => turns.close())
  turns.open()
  t.throws(() => turns.open())
  t.same([taken(), turns.isOverlapped], [['begin'], false])
  floor.waiting.push('a', 'b')
  floor.toGateways.push('order')
  turns.tookBytes(10)
  turns.tookBytes(5)
  turns.close()
  t.same(taken(), [
    'others',
    'pace ends',
    'end',
    'taken 15',
    'settle',
    'commit',
    'gateways order',
    'tell a',
    'tell b',
    'trim',
    'rest 3',
  ])
  turns.open()
  turns.close()
  t.same(taken(), ['begin', 'others', 'pace ends', 'end', 'settle', 'commit', 'trim', 'rest 3'])
  t.throws(() => turns.close(), 'it is closed')
  t.end()
})

t.test('a turn that is handed over is told when it is durable, before what comes after it', (t) => {
  const { turns, floor, taken } = given()
  turns.open()
  taken()
  floor.waiting.push('a')
  floor.toGateways.push('one')
  turns.tookBytes(7)
  turns.passOn()
  const passed = ['day ends 512', 'pace ends', 'end']
  const then = ['rest 3', 'begin', 'others']
  t.same(taken(), [...passed, 'taken 7', 'settle', 'trim', 'hand over', ...then])
  t.equal(turns.isOverlapped, true)
  floor.waiting.push('b')
  floor.toGateways.push('two')
  turns.passOn()
  t.same(taken(), [...passed, 'settle', 'gateways one', 'tell a', 'trim', 'hand over', ...then])
  turns.settle()
  t.same([taken(), turns.isOverlapped], [['settle', 'gateways two', 'tell b'], false])
  turns.settle()
  t.same(taken(), ['settle'])
  turns.passOn()
  taken()
  floor.waiting.push('c')
  turns.close()
  t.same(taken(), ['others', 'pace ends', 'end', 'settle', 'commit', 'tell c', 'trim', 'rest 3'])
  t.end()
})

t.test('before a rest, and where the log takes no turn, it is committed and told at once', (t) => {
  const { turns, floor, taken } = given()
  turns.open()
  for (const [isSlowed, looks] of [
    [true, []],
    [false, ['hand over']],
  ] as const) {
    Object.assign(floor, { isSlowed, handsOver: isSlowed })
    floor.waiting.push('a')
    taken()
    turns.passOn()
    t.same(taken(), [
      'day ends 512',
      'pace ends',
      'end',
      'settle',
      'trim',
      ...looks,
      'commit',
      'tell a',
      'rest 3',
      'begin',
      'others',
    ])
    t.equal(turns.isOverlapped, false)
  }
  t.doesNotThrow(() => turns.letLogEnd())
  t.same(taken(), ['log settles'])
  t.end()
})
