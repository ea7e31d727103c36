import { createHash } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import t from 'tap'
import type { FilesDeskAsker } from '../../../actors/files/file-keeper.js'
import { type Upload, Uploads } from '../../../actors/files/uploads.js'
import { accept } from '../../../actors/thread/ask.js'
import { refuse } from '../../../engine/code.js'
import {
  UPLOADS_KEPT_FOR_STAFF,
  UPLOADS_MAX,
  UPLOADS_PER_LOGIN_MAX,
} from '../../../engine/limits/files.js'
import { because } from '../../../engine/reasons/reasons.js'
import type { FileStep } from '../../../storage/files/incoming-file.js'
import { fileDirectory } from '../../../storage/paths.js'
import { scratch } from '../../given/desk.js'

const LOGIN = 7

type Tap = { teardown(run: () => void): unknown }

/** Uploads over a desk that answers so: it takes every file where it is not said. */
function uploadsOf(
  test: Tap,
  over: Partial<ConstructorParameters<typeof Uploads>[0]> = {},
  ask: (name: string, asked: unknown) => unknown = async (_name, asked) => accept(asked),
) {
  const desk = { ask } as unknown as FilesDeskAsker
  const own = { dataDir: scratch(test), reserveBytes: 0, onLeftFile: () => undefined, desk }
  return new Uploads({ ...own, ...over })
}

/** Those of one login. */
function given(test: Tap) {
  const uploads = uploadsOf(test)
  const ask = () => uploads.begin({ owner: LOGIN, isStaff: false, kind: 'import', bytes: 0 })
  const begin = async (): Promise<Upload> => {
    const begun = await ask()
    if (!begun.ok) throw new Error(begun.message)
    return begun.value
  }
  return { uploads, ask, begin }
}

t.test('an upload gives its place back once, whoever ends it how often', async (t) => {
  const { uploads, ask, begin } = given(t)
  const all: Upload[] = []
  for (let n = 0; n < UPLOADS_PER_LOGIN_MAX; n++) all.push(await begin())
  const [first] = all
  await first?.abandon()
  await first?.abandon()
  t.equal(uploads.open, UPLOADS_PER_LOGIN_MAX - 1)
  const stored = await begin()
  t.equal(await stored.write(Buffer.from('abc')), null)
  t.match(await stored.store({ name: 'a.csv', media: 'text/csv' }), { ok: true })
  await stored.abandon()
  t.equal(uploads.open, UPLOADS_PER_LOGIN_MAX - 1)
  await begin()
  t.match(await ask(), { code: 'too_many_requests' })
})

t.test('a content that is in memory is kept as one that was uploaded', async (t) => {
  const dataDir = scratch(t)
  const uploads = uploadsOf(t, { dataDir })
  const asked = { owner: LOGIN, isStaff: false, kind: 'mail' } as const
  const content = Buffer.from('line\n'.repeat(100_000))
  const said = { name: 'a.txt', media: 'text/plain' }
  const kept = await uploads.keep(asked, content, said)
  const sha256 = createHash('sha256').update(content).digest('hex')
  t.match(kept, { ok: true, value: { ...said, owner: LOGIN, bytes: content.length, sha256 } })
  t.match(await uploads.keep(asked, Buffer.alloc(0), said), { ok: false, code: 'invalid_input' })
  t.equal(uploads.open, 0)
  t.equal(readdirSync(fileDirectory(dataDir)).length, 1)
})

/** What a desk says to each question; one that throws has ended. */
type Says = Readonly<Record<string, () => unknown>>

const SAID = { name: 'a.csv', media: 'text/csv' }
const FULL = because('unavailable.stores_nothing')
const AWAY = because('unavailable.busy_start')
const NO = refuse('conflict', 'You have 20 files of this kind: remove some.')
const dies = (): never => {
  throw new Error('the desk is dead')
}

/** One upload of three bytes over such a desk, whose place and content are looked at. */
async function written(
  test: Parameters<typeof scratch>[0],
  says: Says,
  onStep: (step: FileStep) => void = () => undefined,
) {
  const dataDir = scratch(test)
  const asked: [string, unknown][] = []
  let left = 0
  const over = { dataDir, onLeftFile: () => left++, onStep }
  const uploads = uploadsOf(test, over, async (name, request) => {
    asked.push([name, request])
    return says[name]?.() ?? accept(request)
  })
  const begun = await uploads.begin({ owner: LOGIN, isStaff: true, kind: 'import', bytes: 3 })
  if (!begun.ok) throw new Error(begun.message)
  const upload = begun.value
  const contents = (): number => {
    const directory = fileDirectory(dataDir)
    const names = existsSync(directory) ? readdirSync(directory) : []
    return names.filter((name) => name !== 'holds').length
  }
  /** The places that are taken, the contents that are there, and how often a file was left. */
  const now = () => [uploads.open, contents(), left]
  return { upload, asked, now }
}

t.test('a file that has come is told of whole, and an empty one is none', async (t) => {
  const { upload, asked, now } = await written(t, {})
  t.same(asked, [['files.may', { owner: LOGIN, kind: 'import', bytes: 3 }]])
  t.same(await upload.store(SAID), because('invalid_input.empty_file'))
  t.same(now(), [1, 0, 0])
  await upload.write(Buffer.from('ab'))
  await upload.write(Buffer.from('c'))
  const stored = await upload.store(SAID)
  if (!stored.ok) throw new Error(stored.message)
  const { id, ...rest } = stored.value
  t.match(id, /^[0-9a-f]{32}$/)
  t.same(rest, {
    ...SAID,
    owner: LOGIN,
    kind: 'import',
    bytes: 3,
    sha256: createHash('sha256').update('abc').digest('hex'),
  })
  t.same(asked.slice(1), [['files.add', stored.value]])
  t.same(now(), [0, 1, 0])
  await upload.drop()
  t.same(asked.at(-1), ['files.drop', { id }])
})

t.test('a file that the desk refuses goes, unless its row may be there', async (t) => {
  for (const [what, add, drop, expected] of [
    ['it is refused', () => NO, dies, [0, 0, 0]],
    ['it is not there', () => AWAY, () => accept(false), [0, 0, 0]],
    ['it was there, and is gone', () => AWAY, () => accept(true), [0, 1, 1]],
    ['nobody knows', dies, dies, [0, 1, 0]],
    ['nor can it be asked', () => AWAY, () => NO, [0, 1, 0]],
  ] as const) {
    const { upload, asked, now } = await written(t, { 'files.add': add, 'files.drop': drop })
    await upload.write(Buffer.from('abc'))
    t.same(await upload.store(SAID), add === dies || add() === AWAY ? AWAY : NO, what)
    t.same(now(), expected, what)
    const names = asked.map(([name]) => name)
    const dropped = what === 'it is refused' ? [] : ['files.drop']
    t.same(names, ['files.may', 'files.add', ...dropped], what)
  }
})

t.test('who lets go of a file has it removed where there was one', async (t) => {
  for (const [drop, left] of [
    [() => accept(true), 1],
    [() => accept(false), 0],
    [dies, 0],
  ] as const) {
    const { upload, now } = await written(t, { 'files.drop': drop })
    await upload.drop()
    t.equal(now()[2], left)
  }
})

t.test(
  'an upload that may not begin takes no place, and staff have some for themselves',
  async (t) => {
    let says: () => unknown = () => NO
    const uploads = uploadsOf(t, {}, async () => says())
    const begin = (owner: number, isStaff = false) =>
      uploads.begin({ owner, isStaff, kind: 'import', bytes: 0 })
    t.same(await begin(1), NO)
    says = dies
    await t.rejects(begin(1), /the desk is dead/)
    t.equal(uploads.open, 0)
    says = () => accept(true)
    const max = UPLOADS_MAX - UPLOADS_KEPT_FOR_STAFF
    for (let n = 0; n < max; n++) t.match(await begin(100 + n), { ok: true })
    const full = because('unavailable.uploads')
    t.same(await begin(1), full)
    for (let n = 0; n < UPLOADS_KEPT_FOR_STAFF; n++)
      t.match(await begin(200 + n, true), { ok: true })
    t.same(await begin(1, true), full)
  },
)

t.test('a disk that is nearly full keeps nothing', async (t) => {
  const uploads = uploadsOf(t, { reserveBytes: Number.MAX_SAFE_INTEGER })
  const begun = await uploads.begin({ owner: 1, isStaff: false, kind: 'import', bytes: 0 })
  if (!begun.ok) throw new Error(begun.message)
  t.same(await begun.value.write(Buffer.from('abc')), FULL)
  await begun.value.abandon()
  t.equal(uploads.open, 0)
})

t.test(
  'a disk that fills up meanwhile refuses, and what else fails is told as it is',
  async (t) => {
    /** Fails at the step, as the disk would with the code. */
    const failing = (at: FileStep, code: string) => (step: FileStep) => {
      if (step === at) throw Object.assign(new Error(code), { code })
    }
    for (const code of ['ENOSPC', 'EDQUOT', 'EIO']) {
      const writing = await written(t, {}, failing('written', code))
      const part = writing.upload.write(Buffer.from('abc'))
      if (code === 'EIO') await t.rejects(part, { code })
      else t.same(await part, FULL, code)
      t.same(writing.now(), [1, 1, 0], 'whoever sends it gives it up')
      await writing.upload.abandon()
      t.same(writing.now(), [0, 0, 0])
      const { upload, asked, now } = await written(t, {}, failing('synced', code))
      t.equal(await upload.write(Buffer.from('abc')), null)
      const stored = upload.store(SAID)
      if (code === 'EIO') await t.rejects(stored, { code })
      else t.same(await stored, FULL, code)
      t.same(now(), [0, 0, 0], 'nothing is left of it')
      t.equal(asked.length, 1, 'and the desk does not hear of it')
    }
  },
)

t.test('who gives a file up while it gets its row gives one place back', async (t) => {
  let row: (answer: unknown) => void = () => undefined
  const uploads = uploadsOf(t, {}, async (name, asked) => {
    if (name !== 'files.add') return accept(asked)
    return new Promise((resolve) => {
      row = () => resolve(accept(asked))
      added()
    })
  })
  let added: () => void = () => undefined
  const isAdded = new Promise<void>((resolve) => {
    added = resolve
  })
  const begin = () => uploads.begin({ owner: LOGIN, isStaff: false, kind: 'import', bytes: 3 })
  const [first] = [await begin(), await begin()]
  if (!first.ok) throw new Error(first.message)
  await first.value.write(Buffer.from('abc'))
  const stored = first.value.store(SAID)
  await isAdded
  await first.value.abandon()
  t.equal(uploads.open, 1)
  row(null)
  t.match(await stored, { ok: true })
  t.equal(uploads.open, 1, 'that of the other one')
})
