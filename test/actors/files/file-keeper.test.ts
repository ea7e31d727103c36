import { existsSync } from 'node:fs'
import t, { type Test } from 'tap'
import { FileKeeper, type FilesDeskAsker } from '../../../actors/files/file-keeper.js'
import { type Logger, silentLogger } from '../../../actors/thread/logger.js'
import { whileHeld } from '../../../storage/files/backup-hold.js'
import { addToFile } from '../../../storage/files/content.js'
import { filePath } from '../../../storage/paths.js'
import { filesRepo } from '../../../storage/repos/records/files.js'
import { openTables } from '../../given/records/projection.js'

const GONE = 'f'.repeat(32)

t.test('while a backup is made files stay, and are removed at a later time', async (t) => {
  const dataDir = t.testdir()
  const asked: string[] = []
  let gone = [GONE]
  const ask = async (name: string, request: { readonly ids: readonly string[] } | null) => {
    asked.push(name)
    if (name === 'files.gone') return { ok: true, value: gone }
    if (name !== 'files.forget') return { ok: true, value: 0 }
    if (request?.ids[0] !== GONE) return { ok: false, message: 'there is nothing to forget' }
    gone = []
    return { ok: true, value: 1 }
  }
  const desk = { ask } as unknown as FilesDeskAsker
  const keeper = new FileKeeper({ dataDir, desk, logger: silentLogger })
  t.teardown(() => keeper.stop())
  const none = { jobs: 0, expired: 0, removed: 0 }
  t.same(await whileHeld(dataDir, () => keeper.retain()), none)
  t.same(asked.splice(0), ['jobs.sweep', 'files.expire', 'files.gone'])
  t.same(await keeper.retain(), { ...none, removed: 1 })
  t.same(asked, ['jobs.sweep', 'files.expire', 'files.gone', 'files.forget', 'files.gone'])
})

t.test('a file that goes while others are looked for is looked for as well', async (t) => {
  const asked: string[] = []
  const ask = async (name: string) => {
    const isFirst = asked.push(name) === 1
    await Promise.resolve()
    if (isFirst) keeper.removeSoon()
    return { ok: true, value: name === 'files.gone' ? [] : 0 }
  }
  const desk = { ask } as unknown as FilesDeskAsker
  const keeper = new FileKeeper({ dataDir: t.testdir(), desk, logger: silentLogger })
  keeper.removeSoon()
  await keeper.retain()
  const looks = asked.filter((name) => name === 'files.gone')
  t.equal(looks.length, 3, 'both, and the one at its time')
  asked.length = 0
  await keeper.stop()
  keeper.removeSoon()
  t.same(asked, [], 'nothing is looked for any more')
})

/** A start over such files; `swept` is what the desk answers to what was found. */
async function started(
  t: Test,
  { rows, contents }: { rows: readonly string[]; contents: readonly string[] },
  swept: unknown = { ok: true, value: null },
) {
  const dataDir = t.testdir()
  const db = openTables(dataDir)
  t.teardown(() => db.close())
  const said = { owner: 1, kind: 'import', name: 'a.csv', media: 'text/csv', bytes: 1 } as const
  const times = { created_at: 1, expires_at: null }
  for (const id of rows) {
    filesRepo(db).insert({ id, ...said, ...times, state: 'whole', sha256: null })
  }
  for (const id of contents) addToFile(dataDir, id, 0, Buffer.from('a'))
  const told: unknown[] = []
  const ask = async (name: string, asked: unknown) => {
    told.push(asked === null ? name : [name, asked])
    if (name === 'files.swept') return swept
    return { ok: true, value: name === 'files.gone' ? [] : filesRepo(db).any() }
  }
  const log = (facts: object, text: string) => told.push([text, facts])
  const keeper = new FileKeeper({
    dataDir,
    desk: { ask } as unknown as FilesDeskAsker,
    logger: { info: log, error: log } as unknown as Logger,
  })
  t.teardown(() => keeper.stop())
  const failed = await keeper.start().then(
    () => null,
    (error: Error) => error.message,
  )
  const left = contents.filter((id) => existsSync(filePath(dataDir, id)))
  return { told, failed, left }
}

t.test('a start puts rows and contents in order, and says what it found', async (t) => {
  const [A, B] = ['a'.repeat(32), 'b'.repeat(32)]
  const swept = (lost: readonly string[]) => ['files.swept', { lost, found: [] }]
  t.same(
    await started(t, { rows: [], contents: [] }),
    { told: ['files.any'], failed: null, left: [] },
    'where there is nothing, nothing is looked at',
  )
  t.same(
    await started(t, { rows: [A], contents: [] }),
    {
      failed: null,
      left: [],
      told: [
        'files.any',
        swept([A]),
        ['contents of files are not there', { lost: 1 }],
        'files.gone',
      ],
    },
    'a content is not there',
  )
  t.same(
    await started(t, { rows: [A], contents: [A, B] }),
    {
      failed: null,
      left: [A],
      told: [swept([]), ['files were put in order', { adopted: 0, removed: 1 }], 'files.gone'],
    },
    'a content is nobody’s',
  )
  t.same(
    await started(t, { rows: [A], contents: [A] }),
    { failed: null, left: [A], told: [swept([]), 'files.gone'] },
    'all is in order',
  )
  t.same(
    await started(t, { rows: [A], contents: [A] }, { ok: false, message: 'the disk is full' }),
    { failed: 'the disk is full', left: [A], told: [swept([])] },
    'the desk could not write it down',
  )
})

t.test('who stops looks for no more files, and those that were removed count', async (t) => {
  const asked: string[] = []
  let stopped: Promise<void> | undefined
  const ask = async (name: string) => {
    asked.push(name)
    if (name === 'files.gone') return { ok: true, value: [GONE] }
    if (name !== 'files.forget') return { ok: true, value: 0 }
    stopped = keeper.stop()
    return { ok: true, value: 1 }
  }
  const desk = { ask } as unknown as FilesDeskAsker
  const dataDir = t.testdir({ files: {} })
  const keeper = new FileKeeper({ dataDir, desk, logger: silentLogger })
  t.same(await keeper.retain(), { jobs: 0, expired: 0, removed: 1 })
  await stopped
  t.same(asked, ['jobs.sweep', 'files.expire', 'files.gone', 'files.forget'])
})

t.test('what is let go at a time is counted, round after round', async (t) => {
  const rounds = [500, 500, 3, 0]
  const ask = async (name: string) => {
    if (name === 'jobs.sweep') return { ok: true, value: 7 }
    return { ok: true, value: name === 'files.gone' ? [] : rounds.shift() }
  }
  const desk = { ask } as unknown as FilesDeskAsker
  const keeper = new FileKeeper({ dataDir: t.testdir(), desk, logger: silentLogger })
  t.same(await keeper.retain(), { jobs: 7, expired: 1_003, removed: 0 })
  t.same(rounds, [])
  await keeper.stop()
})
