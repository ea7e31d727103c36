import t from 'tap'
import { prepareDataDir } from '../../../actors/server/data-dir.js'
import { Supervisor } from '../../../actors/server/supervisor.js'
import { systemClock } from '../../../actors/thread/clock.js'
import { type LogFields, silentLogger } from '../../../actors/thread/logger.js'
import { refuse } from '../../../engine/code.js'
import { sqlitePath } from '../../../storage/paths.js'
import { journalRepo } from '../../../storage/repos/journal.js'
import { openReader } from '../../../storage/sqlite/open.js'
import type { JournalHead } from '../../../wire/stored/journal-line.js'
import { AccountFront } from '../../given/account-front.js'
import { scratch } from '../../given/desk.js'
import { settled } from '../../given/timed-clock.js'

t.test(
  'what was to be started again when the server stopped is not started any more',
  async (t) => {
    const dataDir = scratch(t)
    const system = systemClock()
    /** What is to happen later, of those who say so while a shard is found dead. */
    const later: (() => void)[] = []
    let isHeld = false
    const clock = {
      ...system,
      after(ms: number, run: () => void) {
        if (!isHeld) return system.after(ms, run)
        later.push(run)
        return { cancel: () => undefined }
      },
    }
    let died: () => void = () => undefined
    const supervisor = new Supervisor(
      {
        ...{ dataDir, shards: 1, demo: false, clock, logger: silentLogger },
        ...{ secretKey: prepareDataDir(dataDir, undefined).secretKey, administratorRights: [] },
        ...{ clockOffsetMs: 0, diskReserveBytes: 0 },
      },
      {
        ...{ onBatch: () => undefined, onMoved: () => undefined, onDeskEvent: () => undefined },
        ...{ onBook: () => undefined, onShardReady: () => undefined },
        onShardDeath: () => {
          isHeld = true
          died()
        },
      },
    )
    await supervisor.start()
    const death = new Promise<void>((resolve) => {
      died = resolve
    })
    await supervisor.shards[0]?.kill()
    await death
    isHeld = false
    t.equal(later.length, 1, 'the start of the shard waits')
    await supervisor.stop()
    const started: unknown[] = []
    const onWorker = (worker: { terminate(): unknown }) => {
      started.push(worker)
      worker.terminate()
    }
    process.on('worker', onWorker)
    for (const run of later) run()
    await settled()
    process.off('worker', onWorker)
    t.same(started, [])
  },
)

t.test(
  'the journal is anchored anew when a shard ended, and its last line is logged',
  async (t) => {
    const dataDir = scratch(t)
    const system = systemClock()
    /** What is done once a second, as the journal is looked at. */
    const looks: (() => void)[] = []
    const clock = {
      ...system,
      every(ms: number, run: () => void) {
        if (ms !== 1_000) return system.every(ms, run)
        looks.push(run)
        return { cancel: () => undefined }
      },
    }
    const logged: unknown[] = []
    const logger = {
      ...silentLogger,
      info: (fields: LogFields, message: string) => logged.push({ ...fields, message }),
    }
    const supervisor = new Supervisor(
      {
        ...{ dataDir, shards: 2, demo: false, clock, logger },
        ...{ clockOffsetMs: 0, diskReserveBytes: 0 },
        ...{ secretKey: prepareDataDir(dataDir, undefined).secretKey, administratorRights: [] },
      },
      {
        ...{ onBatch: () => undefined, onMoved: () => undefined, onDeskEvent: () => undefined },
        ...{ onBook: () => undefined, onShardReady: () => undefined },
        onShardDeath: () => undefined,
      },
    )
    await supervisor.start()
    const anchors: [shard: number, head: JournalHead][] = []
    for (const shard of supervisor.shards) {
      const post = shard.post.bind(shard)
      shard.post = (message) => {
        if (message.type === 'anchor') anchors.push([shard.shard, message.head])
        post(message)
      }
    }
    const anchored = async () => {
      for (const look of looks) look()
      // The desk answers in turn: what a look asked of it is answered before this.
      await supervisor.ask('system.status', null)
      await settled()
      return anchors.splice(0)
    }
    const db = openReader(sqlitePath(dataDir))
    t.teardown(() => db.close())
    const { id, hash } = journalRepo(db).head()
    t.same(await anchored(), [[0, { id, hash }]])
    t.same(await anchored(), [], 'nothing is new')
    await supervisor.shards[0]?.kill()
    t.same(await anchored(), [[1, { id, hash }]], 'its log may have lost it')
    await supervisor.stop()
    const last = journalRepo(db).head()
    const message = 'the journal ends with this line'
    t.same(logged.at(-1), { line: last.id, journal_hash: last.hash, message })
  },
)

t.test(
  'an account whose change the server stopped in the middle of is not waited for',
  async (t) => {
    const front = await AccountFront.start(t)
    const login = await front.open()
    const { accounts, shards } = front.supervisor
    const held = () => shards.flatMap(({ shard }) => accounts.heldBy(shard))
    const away = await accounts.change(login, async () => {
      t.same(held(), [login])
      await front.stop()
      return refuse('unavailable', 'It stops.')
    })
    t.match(away, { ok: false, code: 'unavailable' })
    await settled()
    t.same(held(), [])
  },
)
