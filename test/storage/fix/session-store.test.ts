import { readFileSync, realpathSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { FixSessionStore, type FixStep, SENT_MAX } from '../../../storage/fix/session-store.js'
import { syncedPaths } from '../../given/synced-paths.js'

const message = (n: number) => ({ type: 'D', sentAt: 1_000 + n, body: `11=o${n}\u000158=é\u0001` })
const sent = (seq: number): FixStep => ({ what: 'sent', seq, message: message(seq) })
const STEPS: readonly (readonly FixStep[])[] = [
  [{ what: 'sent', seq: 1, message: null }],
  [{ what: 'received', nextIn: 2 }, sent(2)],
  [sent(3), sent(4), { what: 'received', nextIn: 3 }],
  [{ what: 'reset' }, { what: 'sent', seq: 1, message: null }],
  [sent(2), { what: 'received', nextIn: 7 }],
]

/** What a store of that file says. */
function stateOf(path: string) {
  const store = FixSessionStore.open(path)
  const { numbers, isTrusted } = store
  const all = [1, 2, 3, 4].map((seq) => store.sent(seq)?.body)
  store.close()
  return { numbers, isTrusted, all }
}

t.test(
  'numbers and messages are there after every step, and after a cut at every byte',
  async (t) => {
    const path = join(t.testdir(), 'session')
    const states = [stateOf(path)]
    const ends = [0]
    for (const steps of STEPS) {
      const store = FixSessionStore.open(path)
      store.keep(steps)
      store.close()
      states.push(stateOf(path))
      ends.push(statSync(path).size)
    }
    t.same(states.at(-1), {
      numbers: { nextIn: 7, nextOut: 3 },
      isTrusted: true,
      all: [undefined, message(2).body, undefined, undefined],
    })
    const whole = readFileSync(path)
    for (let cut = 0; cut <= whole.length; cut++) {
      writeFileSync(path, whole.subarray(0, cut))
      const last = ends.findLastIndex((end) => end <= cut)
      t.same(stateOf(path), states[last], `cut at ${cut}`)
      t.equal(statSync(path).size, ends[last])
    }
  },
)

t.test('after a cut it goes on where it was', async (t) => {
  const path = join(t.testdir(), 'session')
  const store = FixSessionStore.open(path)
  store.keep([sent(1)])
  store.keep([sent(2)])
  store.close()
  writeFileSync(path, readFileSync(path).subarray(0, -1))
  const next = FixSessionStore.open(path)
  next.keep([sent(2)])
  next.close()
  t.same(stateOf(path).numbers, { nextIn: 1, nextOut: 3 })
})

t.test('damage before the end is not trusted, until the session has begun anew', async (t) => {
  const path = join(t.testdir(), 'session')
  const store = FixSessionStore.open(path)
  for (const seq of [1, 2, 3]) store.keep([sent(seq)])
  store.close()
  const bytes = readFileSync(path)
  for (const at of [0, 5, 12]) {
    const damaged = Buffer.from(bytes)
    damaged[at] = (damaged[at] as number) ^ 1
    writeFileSync(path, damaged)
    const opened = FixSessionStore.open(path)
    t.notOk(opened.isTrusted, `a bit of byte ${at}`)
    opened.keep([{ what: 'reset' }])
    t.ok(opened.isTrusted)
    opened.close()
  }
})

t.test('it keeps the newest messages, and its file is bounded', async (t) => {
  const path = join(t.testdir(), 'session')
  const store = FixSessionStore.open(path)
  const many = Array.from({ length: SENT_MAX + 5 }, (_, i) => sent(i + 1))
  store.keep(many)
  t.equal(store.kept, SENT_MAX)
  t.equal(store.sent(5), undefined)
  t.same(store.sent(6), message(6))
  const body = `58=${'x'.repeat(1_000_000)}\u0001`
  let largest = 0
  for (let i = 0; i < 36; i++) {
    const seq = store.numbers.nextOut
    store.keep([{ what: 'sent', seq, message: { type: 'B', sentAt: 0, body } }])
    largest = Math.max(largest, store.fileBytes, statSync(path).size)
  }
  t.ok(largest <= 34_000_000, `${largest} bytes`)
  t.ok(store.kept <= 16)
  const { numbers, kept } = store
  store.close()
  const again = FixSessionStore.open(path)
  t.same(again.numbers, numbers)
  t.equal(again.kept, kept)
  t.equal(again.sent(numbers.nextOut - 1)?.body, body)
  again.close()
})

t.test(
  'the name of its file is on the disk when it is new, and when it is written anew',
  async (t) => {
    const directory = realpathSync(t.testdir())
    const path = join(directory, 'session')
    const opened = (): FixSessionStore => {
      const store = FixSessionStore.open(path)
      t.teardown(() => store.close())
      return store
    }
    t.same(
      syncedPaths(() => opened()),
      [directory],
    )
    t.same(
      syncedPaths(() => opened()),
      [],
    )
    const store = opened()
    const body = `58=${'x'.repeat(600_000)}\u0001`
    const keep = (seq: number) => (): void => {
      store.keep([
        { what: 'reset' },
        { what: 'sent', seq, message: { type: 'B', sentAt: 0, body } },
      ])
    }
    t.same(syncedPaths(keep(1)), [])
    t.same(syncedPaths(keep(1)), [])
    t.same(syncedPaths(keep(1)), [])
    const before = store.fileBytes
    t.same(syncedPaths(keep(1)), [directory])
    t.ok(store.fileBytes < before)
  },
)
