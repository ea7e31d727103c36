import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import t, { type Test } from 'tap'
import { deskHandlers } from '../../../actors/desk/operations.js'
import { FileKeeper, type FilesDeskAsker } from '../../../actors/files/file-keeper.js'
import { silentLogger } from '../../../actors/thread/logger.js'
import { fileId } from '../../../actors/thread/random.js'
import { addToFile } from '../../../storage/files/content.js'
import { fileDirectory, filePath } from '../../../storage/paths.js'
import { filesRepo } from '../../../storage/repos/records/files.js'
import { verifyFiles } from '../../../storage/verify/files.js'
import { ConfigFront } from '../../given/fronts/config-front.js'

// kill -9 at each step of storing, growing and removing a file: after a start rows and contents are the same ones.

const WRITER = fileURLToPath(new URL('./store-writer.js', import.meta.url))
const WHOLE = 'first half, second half'

function given(t: Test) {
  const { desk, dataDir } = new ConfigFront(t, { demo: false })
  const handlers = deskHandlers(desk)
  const asked = new Set<string>()
  const ask = async (name: keyof typeof handlers, about: unknown): Promise<unknown> => {
    asked.add(name)
    return (handlers[name] as (asked: unknown) => unknown)(about)
  }
  const errors: unknown[] = []
  const logger = { ...silentLogger, error: (fields: object) => void errors.push(fields) }
  const keeper = new FileKeeper({
    dataDir,
    desk: { ask } as unknown as FilesDeskAsker,
    logger,
  })
  t.teardown(() => keeper.stop())
  const killed = (...steps: readonly string[]): void => {
    const { signal, stderr } = spawnSync(process.execPath, [WRITER, dataDir, ...steps])
    t.equal(signal, 'SIGKILL', `${steps.join(' ')} ${stderr}`)
  }
  const files = filesRepo(desk.db)
  const contents = (): string[] =>
    readdirSync(fileDirectory(dataDir)).filter((name) => name !== 'holds')
  /** Looks at the files as a start does, with all that follows from it. */
  const started = async (): Promise<void> => {
    await keeper.start()
    await keeper.retain()
    t.same(verifyFiles(dataDir, desk.db).differences, [])
    t.same(contents().sort(), [...files.each()].map(({ id }) => id).sort())
  }
  return { desk, dataDir, files, asked, errors, keeper, killed, started, contents }
}

t.test(
  'where no file is kept, a start looks at none; one row or one content is enough',
  async (t) => {
    const { desk, dataDir, files, asked, errors, keeper, started } = given(t)
    await started()
    t.notOk(asked.has('files.swept'))
    const said = { owner: 7, kind: 'import', name: 'a.csv', media: 'text/csv' } as const
    const row = { ...said, sha256: null, created_at: desk.clock.now(), expires_at: null }
    const id = fileId()
    files.insert({ ...row, id, state: 'whole', bytes: 5 })
    await keeper.start()
    t.equal(files.get(id)?.state, 'lost')
    t.same(errors.splice(0), [{ lost: 1 }])
    files.markGone(id)
    await started()
    asked.clear()
    addToFile(dataDir, fileId(), 0, Buffer.from('first'))
    await started()
    t.ok(asked.has('files.swept'))
    t.same(errors, [], 'nothing is told of that is not lost')
  },
)

t.test('an upload is there as a whole, or not at all', async (t) => {
  const { killed, started, files, contents, dataDir } = given(t)
  for (const step of ['made', 'written', 'synced', 'named', 'settled']) {
    killed('upload', step)
    t.equal(contents().length, 1, `${step}: the crash left something`)
    await started()
    t.same(contents(), [], step)
  }
  for (const [step, state] of [
    ['files.add', 'new'],
    ['claimed', 'whole'],
  ] as const) {
    killed('upload', step)
    await started()
    const [file] = [...files.each()].filter((one) => one.state === state)
    t.equal(readFileSync(filePath(dataDir, file?.id ?? ''), 'utf8'), WHOLE, step)
  }
})

t.test('a file that grows has what counts, and removing goes on', async (t) => {
  const { desk, killed, started, files, contents, dataDir } = given(t)
  const id = fileId()
  const said = { id, owner: 7, kind: 'job_result', name: 'a.csv', media: 'text/csv' } as const
  const row = { ...said, sha256: null, created_at: desk.clock.now(), expires_at: null }
  files.insert({ ...row, state: 'growing', bytes: 5 })
  addToFile(dataDir, id, 0, Buffer.from('first'))
  killed('grow', 'added', id)
  await started()
  t.equal(files.get(id)?.bytes, 5)
  t.equal(addToFile(dataDir, id, 5, Buffer.from(' again')), 11)
  t.equal(
    readFileSync(filePath(dataDir, id), 'utf8'),
    'first again',
    'what did not count is cut off',
  )
  killed('grow', 'counted', id)
  await started()
  t.equal(files.get(id)?.bytes, 14)
  t.equal(readFileSync(filePath(dataDir, id), 'utf8'), 'first and more')
  for (const step of ['gone', 'removed', 'forgotten']) {
    const other = fileId()
    files.insert({ ...row, id: other, state: 'whole', bytes: 5 })
    addToFile(dataDir, other, 0, Buffer.from('other'))
    killed('remove', step, other)
    await started()
    t.same(contents(), [id], step)
  }
})
