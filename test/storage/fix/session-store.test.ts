import fs, {
  appendFileSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import t from 'tap'
import {
  FixSessionStore,
  type FixStep,
  SENT_BYTES_MAX,
  SENT_MAX,
} from '../../../storage/fix/session-store.js'
import { syncedContents, syncedPaths } from '../../given/synced-paths.js'

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

t.test('a damaged file is not trusted until the session is reset', async (t) => {
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

t.test('it keeps so many bytes of messages, and for one more the oldest goes', async (t) => {
  const store = FixSessionStore.open(join(t.testdir(), 'session'))
  const body = 'x'.repeat(SENT_BYTES_MAX / 2)
  const keep = (seq: number, text: string): void =>
    store.keep([{ what: 'sent', seq, message: { type: 'B', sentAt: 0, body: text } }])
  for (const seq of [1, 2]) keep(seq, body)
  t.equal(store.kept, 2)
  keep(3, '')
  t.same([store.kept, store.sent(1)?.body.length], [3, body.length])
  keep(4, 'x')
  t.same([store.kept, store.sent(1)], [3, undefined])
  store.close()
})

t.test(
  'the name of its file is on disk after it is created and after it is rewritten',
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

/** The files below a directory that this process has open. */
function openIn(directory: string): string[] {
  return readdirSync('/proc/self/fd').flatMap((fd) => {
    try {
      const path = readlinkSync(`/proc/self/fd/${fd}`)
      return path.startsWith(directory) ? [path.slice(directory.length + 1)] : []
    } catch {
      return []
    }
  })
}

/** From now on `writeSync` is called so; what it answers takes it back. */
function writing(
  how: (file: number, bytes: Buffer, at: number) => [number, Buffer, number, number],
): () => void {
  const { writeSync } = fs
  const change = (write: unknown): void => {
    Object.assign(fs, { writeSync: write })
    syncBuiltinESMExports()
  }
  change((...given: [number, Buffer, number]) => writeSync(...how(...given)))
  return () => change(writeSync)
}

t.test('what is sent and a reset are on the disk at once, what came alone is not', async (t) => {
  const path = join(realpathSync(t.testdir()), 'session')
  const store = FixSessionStore.open(path)
  const received: FixStep = { what: 'received', nextIn: 2 }
  const synced = (steps: readonly FixStep[]) => syncedContents(() => store.keep(steps))
  t.same(synced([received]), [])
  t.same(synced([sent(1)]), [path])
  t.same(synced([{ what: 'reset' }]), [path])
  t.same(synced([received, sent(1)]), [path])
  const { fileBytes } = store
  t.same(synced([]), [])
  t.equal(store.fileBytes, fileBytes, 'of nothing there is no record')
  store.close()
})

t.test('a rewritten file has the same content, and the old one is removed', async (t) => {
  const directory = realpathSync(t.testdir())
  const path = join(directory, 'session')
  const store = FixSessionStore.open(path)
  const body = `58=${'x'.repeat(9_000_000)}\u0001`
  const large = (seq: number): FixStep => {
    return { what: 'sent', seq, message: { type: 'B', sentAt: 5, body } }
  }
  store.keep([large(1), { what: 'received', nextIn: 41 }])
  const anew = (steps: readonly FixStep[]): void => {
    t.same(
      syncedContents(() => store.keep(steps)),
      [`${path}.new`],
    )
    t.same(openIn(directory), ['session'])
    t.equal(store.fileBytes, statSync(path).size)
  }
  anew([{ what: 'reset' }, { what: 'received', nextIn: 7 }])
  t.same(stateOf(path).numbers, { nextIn: 7, nextOut: 1 })
  // Of the bytes of before the reset nothing counts.
  store.keep([sent(1), large(2)])
  t.same([store.sent(1), store.sent(2)?.body.length], [message(1), body.length])
  const back = writing((file, bytes, at) => [file, bytes, at, Math.min(50, bytes.length - at)])
  const third: FixStep = { what: 'sent', seq: 3, message: null }
  anew([{ what: 'reset' }, sent(1), sent(2), third, { what: 'received', nextIn: 9 }])
  back()
  store.close()
  t.same(openIn(directory), [])
  const again = FixSessionStore.open(path)
  t.same(again.numbers, { nextIn: 9, nextOut: 4 })
  t.same(
    [1, 2, 3].map((seq) => again.sent(seq)),
    [message(1), message(2), undefined],
  )
  t.equal(again.fileBytes, statSync(path).size)
  again.close()
})

t.test('a record that could not be written whole leaves the file as it was', async (t) => {
  const path = join(t.testdir(), 'session')
  const store = FixSessionStore.open(path)
  store.keep([sent(1)])
  const before = readFileSync(path)
  let calls = 0
  const back = writing((file, bytes, at) => {
    if (calls++ > 0) throw new Error('no room')
    return [file, bytes, at, 5]
  })
  t.throws(() => store.keep([sent(2)]), { message: 'no room' })
  back()
  t.same(readFileSync(path), before)
  const last = writing((file, bytes, at) => [file, bytes, at, Math.min(5, bytes.length - at)])
  store.keep([sent(2)])
  last()
  store.close()
  t.same(stateOf(path), {
    numbers: { nextIn: 1, nextOut: 3 },
    isTrusted: true,
    all: [message(1).body, message(2).body, undefined, undefined],
  })
})

t.test('a full disk leaves neither a handle nor a part of a new file, try by try', async (t) => {
  const directory = realpathSync(t.testdir())
  const store = FixSessionStore.open(join(directory, 'session'))
  const body = `58=${'x'.repeat(2_000_000)}\u0001`
  store.keep([{ what: 'sent', seq: 1, message: { type: 'B', sentAt: 5, body } }])
  store.keep([{ what: 'sent', seq: 2, message: { type: 'B', sentAt: 5, body } }])
  const back = writing((file, bytes, at) => {
    if (at > 0) throw new Error('no room')
    return [file, bytes, at, 5]
  })
  for (const _ of [1, 2, 3]) {
    t.throws(() => store.keep([{ what: 'reset' }]), { message: 'no room' })
    t.same([openIn(directory), readdirSync(directory)], [['session'], ['session']])
  }
  back()
  store.keep([{ what: 'reset' }, sent(1)])
  store.close()
  t.same([openIn(directory), readdirSync(directory)], [[], ['session']])
  t.same(stateOf(join(directory, 'session')).numbers, { nextIn: 1, nextOut: 2 })
})

t.test('zeros at the end, which a crash may leave, are dropped', async (t) => {
  const path = join(t.testdir(), 'session')
  const store = FixSessionStore.open(path)
  store.keep([sent(1)])
  store.close()
  const before = [stateOf(path), statSync(path).size]
  for (const zeros of [7, 8, 9, 4096]) {
    appendFileSync(path, new Uint8Array(zeros))
    t.same([stateOf(path), statSync(path).size], before, `${zeros}`)
  }
})
