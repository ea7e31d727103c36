import t from 'tap'
import { ShardLoop, type ShardLoopParts } from '../../../actors/shard/shard-loop.js'

// The order of what a turn does, and when the next one is due although nobody asked.

interface SetTimer {
  readonly ms: number
  readonly run: () => void
}

function given() {
  const steps: string[] = []
  const step = (name: string) => () => void steps.push(name)
  const floor = {
    now: 0,
    arrived: [] as string[],
    /** What is left after each look, the next first. */
    triggersLeft: [] as boolean[],
    marginLeft: [] as boolean[],
    overlapped: 0,
    entries: 0,
    isWaiting: false,
    owesLook: false,
    atMargin: 0,
    nextDueAt: Number.POSITIVE_INFINITY,
    hasDays: false,
    hasLong: false,
    hasValuations: false,
    accounts: 0,
    owesWatches: false,
    notices: [] as string[],
    fails: false,
    stops: false,
  }
  const timers: SetTimer[] = []
  let second: (() => void) | undefined
  const core = {
    parking: {
      run: step('waits end'),
      get nextDueAt() {
        return floor.nextDueAt
      },
    },
    dayEnds: {
      retryWaiting: step('days again'),
      takeNotices: () => floor.notices.splice(0),
      get hasWork() {
        return floor.hasDays
      },
    },
  }
  const parts = {
    core,
    triggers: {
      run: (max: number) => {
        steps.push(`triggers ${max}`)
        return floor.triggersLeft.shift() ?? false
      },
      lookAtBoard: step('board'),
      get isWaiting() {
        return floor.isWaiting
      },
      get owesLook() {
        return floor.owesLook
      },
    },
    marginCalls: {
      run: (max: number) => {
        steps.push(`margin ${max}`)
        return floor.marginLeft.shift() ?? false
      },
      retry: step('margin again'),
      get size() {
        return floor.atMargin
      },
    },
    longAnswers: {
      everySecond: step('long answers'),
      get hasWork() {
        return floor.hasLong
      },
    },
    valuations: {
      step: (ms: number) => steps.push(`valuations of ${ms} ms`),
      get hasWork() {
        return floor.hasValuations
      },
    },
    sockets: {
      tellMovedMoney: (of: unknown, ms: number) => {
        t.equal(of, core)
        steps.push(`money of ${ms} ms`)
      },
      get accounts() {
        return floor.accounts
      },
    },
    staffWatches: {
      everySecond: step('watches'),
      get owes() {
        return floor.owesWatches
      },
    },
  }
  const turns = {
    open: step('open'),
    close: step('close'),
    passOn: () => {
      steps.push('pass on')
      floor.entries = 0
    },
    settleSoon: () => {
      steps.push('settle soon')
      floor.overlapped--
    },
    letLogEnd: step('let the log end'),
    get isOverlapped() {
      return floor.overlapped > 0
    },
  }
  const loop = new ShardLoop({
    parts,
    turns,
    pace: {
      get entries() {
        return floor.entries
      },
    },
    mail: {
      receive: (message: { type: string }) => {
        steps.push(message.type)
        if (floor.fails) throw new Error('a broken rule')
        if (floor.stops) loop.stop()
      },
      drain: () => {
        steps.push('drain')
        for (const _ of floor.arrived.splice(0)) floor.entries++
      },
    },
    log: { prepare: step('prepare') },
    clock: {
      monotonic: () => floor.now,
      after: (ms: number, run: () => void) => {
        const timer = { ms, run }
        timers.push(timer)
        return { cancel: () => timers.splice(timers.indexOf(timer) >>> 0, 1) }
      },
      every: (ms: number, run: () => void) => {
        t.equal(ms, 1000)
        second = run
        return {
          cancel: () => {
            second = undefined
          },
        }
      },
    },
    keepTicks: step('keep ticks'),
    onDayEnd: (notice: unknown) => steps.push(`day ${notice}`),
    onStopped: step('stopped'),
  } as unknown as ShardLoopParts)
  return {
    ...{ loop, floor },
    taken: () => steps.splice(0),
    /** What each timer is set to, in the order of setting. */
    set: () => timers.map(({ ms }) => ms),
    fire: () => timers.shift()?.run(),
    hasSecond: () => second !== undefined,
    second: () => second?.(),
  }
}

const MARGIN = 'margin 256'
const TRIGGERS = ['keep ticks', 'triggers 256']

t.test('a turn takes what waits, does what prices bring about, and is closed', (t) => {
  const { loop, floor, taken, set } = given()
  floor.arrived.push('a', 'b', 'c')
  loop.turn({ type: 'request' })
  t.same(taken(), ['open', 'request', 'drain', MARGIN, 'close'])
  t.same(set(), [], 'nothing else is due')
  t.end()
})

t.test('four requests are handed over, and what came meanwhile is taken', (t) => {
  const { loop, floor, taken } = given()
  floor.arrived.push('a', 'b', 'c', 'd')
  loop.turn({ type: 'request' })
  const handed = ['pass on', MARGIN, 'drain', MARGIN]
  t.same(taken(), ['open', 'request', 'drain', MARGIN, ...handed, 'close'])
  Object.defineProperty(floor, 'entries', { get: () => 4, set: () => undefined })
  loop.turn({ type: 'request' })
  t.equal(taken().filter((one) => one === 'pass on').length, 16, 'timers have their turn, too')
  t.end()
})

t.test('while a turn is being committed the next one goes on', (t) => {
  const { loop, floor, taken } = given()
  floor.overlapped = 2
  loop.turn({ type: 'request' })
  const looked = ['settle soon', 'drain', MARGIN]
  t.same(taken(), ['open', 'request', 'drain', MARGIN, ...looked, ...looked, 'close'])
  floor.overlapped = 1
  floor.marginLeft = [false, true]
  loop.turn({ type: 'request' })
  const begun = ['open', 'request', 'drain', MARGIN, 'settle soon', 'drain', MARGIN]
  t.same(taken(), [...begun, 'pass on', MARGIN, 'drain', MARGIN, 'close'])
  floor.overlapped = 1
  floor.marginLeft = [true]
  loop.turn({ type: 'request' })
  const passed = ['open', 'request', 'drain', MARGIN, 'pass on', MARGIN, 'drain', MARGIN]
  t.same(taken(), [...passed, ...looked, 'close'])
  t.end()
})

t.test('what a turn leaves over of margin calls has the next one', (t) => {
  const { loop, floor, taken } = given()
  floor.marginLeft = [true, true, false, true, false, false]
  loop.turn({ type: 'request' })
  t.same(taken(), [
    ...['open', 'request', 'drain', MARGIN],
    ...['pass on', MARGIN, 'drain'],
    ...['pass on', MARGIN, 'drain', MARGIN],
    ...['pass on', MARGIN, 'drain', MARGIN, 'close'],
  ])
  t.end()
})

t.test('ticks are looked at while something waits for them', (t) => {
  const { loop, floor, taken, set, fire } = given()
  floor.isWaiting = true
  loop.turn({ type: 'request' })
  t.same(taken(), ['open', 'request', 'drain', MARGIN, 'close', 'board'])
  t.same(set(), [0])
  fire()
  t.same(taken(), ['open', ...TRIGGERS, 'ticks', 'drain', MARGIN, 'close'], 'the board once')
  t.same(set(), [])
  floor.triggersLeft = [true, true, false]
  loop.turn({ type: 'request' })
  t.same(taken(), [
    ...['open', ...TRIGGERS, 'request', 'drain', MARGIN],
    ...['pass on', ...TRIGGERS, MARGIN, 'drain'],
    ...['pass on', ...TRIGGERS, MARGIN, 'drain', MARGIN, 'close'],
  ])
  floor.owesLook = true
  loop.turn({ type: 'request' })
  loop.turn({ type: 'request' })
  t.same(set(), [0], 'one look for both')
  floor.owesLook = false
  taken()
  fire()
  t.same([taken().at(-1), set()], ['close', []])
  floor.isWaiting = false
  floor.atMargin = 1
  loop.turn({ type: 'request' })
  t.same(taken().slice(0, 3), ['open', ...TRIGGERS])
  floor.atMargin = 0
  floor.owesLook = true
  loop.turn({ type: 'request' })
  t.same(taken().slice(0, 3), ['open', ...TRIGGERS], 'what waited until now')
  loop.turn({ type: 'request' })
  t.same(taken(), ['open', 'request', 'drain', MARGIN, 'close'], 'nothing waits')
  t.same(set(), [])
  floor.atMargin = 1
  loop.turn({ type: 'request' })
  t.same([taken().at(-1), set()], ['board', [0]])
  t.end()
})

t.test('work that is left over has one timer each, which may be set again when it ran', (t) => {
  for (const [work, ms, steps] of [
    ['hasDays', 0, ['open', 'day_end', 'drain', MARGIN, 'close']],
    ['hasLong', 0, ['open', 'ticks', 'drain', MARGIN, 'close']],
    ['hasValuations', 0, ['open', 'ticks', 'drain', MARGIN, 'close']],
    ['owesWatches', 100, ['open', 'close']],
  ] as const) {
    const { loop, floor, taken, set, fire } = given()
    floor[work] = true
    loop.turn({ type: 'request' })
    loop.turn({ type: 'request' })
    t.same(set(), [ms], work)
    taken()
    fire()
    t.same([taken(), set()], [steps, [ms]], work)
    floor[work] = false
    fire()
    t.same(set(), [], work)
  }
  t.end()
})

t.test('figures are told in steps, longer ones the fewer accounts there are', (t) => {
  for (const [accounts, ms] of [
    [1, 100],
    [10, 100],
    [20, 50],
    [100, 10],
    [5000, 10],
  ] as const) {
    const { loop, floor, taken, set, fire } = given()
    floor.accounts = accounts
    floor.now = 7
    loop.turn({ type: 'request' })
    loop.turn({ type: 'request' })
    t.same(set(), [ms], `${accounts} accounts`)
    taken()
    floor.now = 40
    fire()
    t.same(taken(), ['open', 'money of 33 ms', 'valuations of 33 ms', 'close'])
    t.same(set(), [ms], 'and the next')
  }
  t.end()
})

t.test('a request that waited long enough has a turn, from the start on', (t) => {
  const { loop, floor, taken, set, fire } = given()
  floor.nextDueAt = 250
  loop.begin()
  t.same(set(), [250])
  floor.nextDueAt = 300
  floor.now = 250
  fire()
  t.same([taken(), set()], [['open', 'waits end', 'close'], [50]])
  floor.nextDueAt = 260
  floor.isWaiting = true
  loop.turn({ type: 'request' })
  t.same(set(), [10, 0], 'sooner than the other')
  floor.nextDueAt = Number.POSITIVE_INFINITY
  taken()
  fire()
  t.same(taken(), ['open', 'waits end', 'close'])
  t.end()
})

t.test('what a wait that ended left behind may wait for prices', (t) => {
  const { loop, floor, taken, fire } = given()
  floor.nextDueAt = 5
  loop.begin()
  floor.nextDueAt = Number.POSITIVE_INFINITY
  floor.isWaiting = true
  fire()
  t.same(taken(), ['open', 'waits end', 'close', 'board'])
  t.end()
})

t.test('each second has its turn, and work of its own in another', (t) => {
  const { loop, floor, taken, second } = given()
  loop.begin()
  floor.notices.push('one', 'two')
  second()
  t.same(taken(), [
    ...['prepare', 'margin again', 'open', 'ticks', 'drain', MARGIN, 'close', 'day one', 'day two'],
    ...['open', 'days again', 'long answers', 'watches', 'close'],
  ])
  t.end()
})

t.test('the turn that takes the word to stop is the last', (t) => {
  const { loop, floor, taken, set, fire, hasSecond } = given()
  floor.nextDueAt = 250
  floor.isWaiting = true
  floor.hasDays = true
  floor.hasLong = true
  floor.accounts = 1
  floor.owesWatches = true
  loop.begin()
  loop.turn({ type: 'request' })
  t.equal(set().length, 6)
  t.ok(hasSecond())
  taken()
  floor.stops = true
  floor.owesLook = true
  floor.notices.push('one')
  loop.turn({ type: 'request' })
  t.same(taken().slice(-3), ['close', 'day one', 'stopped'])
  t.same([set(), hasSecond()], [[], false], 'no timer is left')
  fire()
  loop.turn({ type: 'request' })
  t.same([taken(), set()], [[], []])
  t.end()
})

t.test('a turn that stops looks out for no ticks', (t) => {
  const { loop, floor, taken, set } = given()
  floor.stops = true
  floor.isWaiting = true
  loop.turn({ type: 'request' })
  t.same([taken().at(-1), set()], ['stopped', []])
  t.end()
})

t.test('a second in whose turn the word to stop comes does no more', (t) => {
  const { loop, floor, taken, second } = given()
  loop.begin()
  floor.stops = true
  second()
  const last = ['open', 'ticks', 'drain', MARGIN, 'close', 'stopped']
  t.same(taken(), ['prepare', 'margin again', ...last])
  t.end()
})

t.test('a turn that fails lets the log end, and ends the thread', (t) => {
  const { loop, floor, taken } = given()
  floor.fails = true
  t.throws(() => loop.turn({ type: 'request' }), /a broken rule/)
  t.same(taken(), ['open', 'request', 'let the log end'])
  t.end()
})
