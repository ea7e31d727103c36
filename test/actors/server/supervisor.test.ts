import type { Worker } from 'node:worker_threads'
import t from 'tap'
import { DeskClient } from '../../../actors/desk/desk-client.js'
import { prepareDataDir } from '../../../actors/server/data-dir.js'
import { systemClock } from '../../../actors/thread/clock.js'
import { type LogFields, silentLogger } from '../../../actors/thread/logger.js'
import { refuse } from '../../../engine/code.js'
import { say } from '../../../engine/reasons/reasons.js'
import { sqlitePath } from '../../../storage/paths.js'
import { journalRepo } from '../../../storage/repos/records/journal.js'
import { openReader } from '../../../storage/sqlite/open.js'
import type { JournalHead } from '../../../wire/stored/journal-line.js'
import type { TradingStop } from '../../../wire/thread/messages.js'
import { scratch } from '../../given/desk.js'
import { AccountFront } from '../../given/fronts/account-front.js'
import { supervisorOf } from '../../given/supervisor.js'
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
    const { secretKey } = prepareDataDir(dataDir, undefined)
    const onShardDeath = () => {
      isHeld = true
      died()
    }
    const supervisor = supervisorOf(dataDir, { clock, secretKey }, { onShardDeath })
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

t.test('a server begins, goes on after a shard ended, and ends, in its order', async (t) => {
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
  const steps: string[] = []
  /** Work of the front that takes a while: the desk is asked twice for it. */
  const takes = (what: string) => async () => {
    steps.push(`${what} begins`)
    for (const _ of [1, 2]) t.ok((await supervisor.ask('system.status', null)).ok)
    steps.push(`${what} ends`)
  }
  let back: () => void = () => undefined
  let died: () => void = () => undefined
  const { secretKey } = prepareDataDir(dataDir, undefined)
  const supervisor = supervisorOf(
    dataDir,
    { shards: 2, clock, logger, holdRecovery: takes('hold'), secretKey },
    {
      onBook: () => steps.push('book'),
      onDesk: takes('front'),
      onShardReady: () => {
        steps.push('shard is ready')
        back()
      },
      onShardDeath: () => died(),
    },
  )
  t.match(await supervisor.ask('system.status', null), { ok: false, code: 'unavailable' })
  const anchors: [shard: number, head: JournalHead][] = []
  const halts: [shard: number, stop: TradingStop][] = []
  for (const shard of supervisor.shards) {
    const post = shard.post.bind(shard)
    shard.post = (message) => {
      if (message.type === 'anchor') anchors.push([shard.shard, message.head])
      if (message.type === 'halt') {
        steps.push('shard is told')
        halts.push([shard.shard, message.stop])
      }
      post(message)
    }
  }
  /** The threads in the order in which they are made: the links come last. */
  const threads: { isOver: boolean }[] = []
  let online = 0
  const onWorker = (worker: Worker) => {
    steps.push('thread')
    const thread = { isOver: false }
    threads.push(thread)
    worker.once('online', () => online++)
    worker.once('exit', () => {
      thread.isOver = true
    })
  }
  process.on('worker', onWorker)
  t.teardown(() => process.off('worker', onWorker))
  await supervisor.start()
  const links = threads.at(-1)
  t.same([threads.length, online], [5, 5], 'desk, shards, history, links')
  t.same(steps.splice(0), [
    'thread',
    'book',
    'front begins',
    'front ends',
    'hold begins',
    'hold ends',
    'thread',
    'thread',
    'shard is ready',
    'shard is ready',
    'shard is told',
    'shard is told',
    'thread',
    'thread',
  ])
  t.same(halts.splice(0), [
    [0, null],
    [1, null],
  ])

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
  const isBack = () =>
    new Promise<void>((resolve) => {
      back = resolve
    })
  let again = isBack()
  await supervisor.shards[0]?.kill()
  t.same(await anchored(), [[1, { id, hash }]], 'its log may have lost it')
  await again
  t.same(halts.splice(0), [], 'trading goes on: nobody is told')
  supervisor.condition.halt('disk', say('health.disk_full', { free: 7 }))
  const since = supervisor.condition.haltedSince
  t.type(since, 'number')
  t.same(halts.splice(0), [
    [0, since],
    [1, since],
  ])
  again = isBack()
  const isDead = new Promise<void>((resolve) => {
    died = resolve
  })
  await supervisor.shards[1]?.kill()
  await isDead
  t.match(supervisor.condition.troubles, [
    'The disk is nearly full: only 7 MiB are free.',
    /^Shard 1 is being recovered: /,
  ])
  await again
  await settled()
  t.same(halts.splice(0), [[1, since]], 'the one that does not know it')
  supervisor.condition.halt('disk', null)
  t.same(supervisor.condition.troubles, [])

  await supervisor.ask('system.clock', { text: 'It is late.' })
  anchors.splice(0)
  steps.splice(0)
  for (const shard of supervisor.shards) {
    const stop = shard.stop.bind(shard)
    shard.stop = async () => {
      t.equal(anchors.length, 1, 'its newest line has a place by now')
      await stop()
      steps.push('shard')
    }
  }
  const stopDesk = DeskClient.prototype.stop
  t.teardown(() => {
    DeskClient.prototype.stop = stopDesk
  })
  DeskClient.prototype.stop = function () {
    steps.push('desk')
    return stopDesk.call(this)
  }
  const stopHistory = supervisor.history.stop.bind(supervisor.history)
  supervisor.history.stop = async () => {
    steps.push('history')
    t.equal(links?.isOver, true, 'the links have no quote for it any more')
    await stopHistory()
  }
  await supervisor.stop()
  t.same(steps, ['shard', 'shard', 'desk', 'history'])
  t.same(
    threads.filter(({ isOver }) => !isOver),
    [],
  )
  const last = journalRepo(db).head()
  const message = 'the journal ends with this line'
  t.same(logged.at(-1), { line: last.id, journal_hash: last.hash, message })
})

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
