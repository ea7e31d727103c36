import { mkdirSync } from 'node:fs'
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { accessWithout } from '../../engine/access/server-access.js'
import { assert } from '../../engine/assert.js'
import { migrate } from '../../storage/migrations/migrate.js'
import { sqlitePath } from '../../storage/paths.js'
import { projectionRepo } from '../../storage/repos/trades/projection.js'
import { openSeal } from '../../storage/secrets/seal.js'
import { openWriter } from '../../storage/sqlite/open.js'
import type { DeskData, FromDesk, ToDesk } from '../../wire/thread/messages.js'
import { ProjectorThread } from '../projector/projector-thread.js'
import { SharedCounters } from '../shared/shared-state.js'
import { SymbolFence } from '../shared/symbol-claims.js'
import { type AnswerMessage, type AskMessage, answerAsk } from '../thread/ask.js'
import { systemClock } from '../thread/clock.js'
import { reportMemory } from '../thread/own-memory.js'
import { randomKey } from '../thread/random.js'
import { openDesk } from './desk.js'
import { deskHandlers } from './operations.js'
import { openLogs } from './start/beginning.js'
import { seed } from './start/seed.js'
import { systemStatus } from './system.js'

/**
 * Thread entry of the desk, which makes all changes by staff and sign-ins (actors/desk/desk.ts, D1
 * to D3). The projector is a thread of this one: a database has one owner, and if either ends both
 * are restarted.
 */
const port = parentPort
assert(port !== null, 'the desk is a worker')
reportMemory()
const post = (message: FromDesk | AnswerMessage): void => port.postMessage(message)

let failsBeforeNews = false

function drill(): never {
  throw new Error('a drill ends the desk')
}

const { quorumReports, quorum, ...data } = workerData as DeskData & {
  readonly quorumReports?: MessagePort
}
mkdirSync(data.dataDir, { recursive: true, mode: 0o700 })
const db = openWriter(sqlitePath(data.dataDir))
const migrated = migrate(db)
const clock = systemClock(data.clockOffsetMs, data.buffers.clock)
const seal = openSeal(data.secretKey, randomKey)
const counters = new SharedCounters(data.buffers, data.shards)
// Copies the missing changes from the quorum before anything reads the tables.
const quorumLog =
  quorum &&
  (await import('./cluster/opening.js')).openDeskLog({
    db,
    quorum,
    reports: quorumReports,
    openLogs: () => openLogs(data.dataDir, data.shards),
    counters,
    clock,
  })
// Must run before a shard takes a number. The projected number counts numbers without a record,
// lost in a failed commit; a record below it would never be projected.
counters.setProjectionSeq(projectionRepo(db).seq())
counters.raiseSequence(counters.projectionSeq)
const desk = openDesk(db, clock, data.shards, seal, post, {
  symbols: new SymbolFence(data.buffers.symbols),
  onWrites: (writes) => counters.setDeskWrites(writes),
  outboundAllow: data.outboundAllow,
  access: accessWithout(data.closedTerminals ?? []),
  newsKept: data.newsKept,
  licencePublicKey: data.licencePublicKey,
  disk: { dataDir: data.dataDir, reserveBytes: data.diskReserveBytes ?? 0 },
  accountsSent: data.accountsSent,
  log: quorumLog?.log,
  beforeNews: () => {
    if (failsBeforeNews) drill()
  },
})
const seeded = seed(desk, data)
const handlers = deskHandlers(desk)
const projector = new ProjectorThread(data, post)

port.on('message', (message: ToDesk | AskMessage) => {
  switch (message.type) {
    case 'ask':
      post(answerAsk(handlers, message))
      break
    case 'project':
    case 'release':
    case 'wake':
      projector.tell(message)
      break
    case 'fail':
      if (!message.beforeNews) drill()
      failsBeforeNews = true
      break
    case 'stop':
      void stop()
  }
})

const { serverId, needsAdministratorPassword, needsDemoTrader } = systemStatus(desk)
const accountsSent = desk.news.told
post({
  type: 'ready',
  state: {
    serverId,
    migrated,
    seeded,
    needsAdministratorPassword,
    needsDemoTrader,
    accountsSent,
    pulled: quorumLog?.pulled ?? 0,
  },
})

/** Projects all settled records first, so that the next start replays nothing. */
async function stop(): Promise<void> {
  await projector.stop()
  handlers['auth.settle'](null)
  await quorumLog?.log.close()
  db.pragma('wal_checkpoint(TRUNCATE)')
  db.close()
  post({ type: 'stopped' })
  port?.close()
}
