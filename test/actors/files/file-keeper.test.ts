import t from 'tap'
import { FileKeeper, type FilesDeskAsker } from '../../../actors/files/file-keeper.js'
import { silentLogger } from '../../../actors/thread/logger.js'
import { whileHeld } from '../../../storage/files/backup-hold.js'

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
