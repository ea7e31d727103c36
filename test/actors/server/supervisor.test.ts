import t from 'tap'
import { prepareDataDir } from '../../../actors/server/data-dir.js'
import { Supervisor } from '../../../actors/server/supervisor.js'
import { systemClock } from '../../../actors/thread/clock.js'
import { silentLogger } from '../../../actors/thread/logger.js'
import { refuse } from '../../../engine/code.js'
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
