import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { assert } from '../../engine/assert.js'
import { compileBook } from '../../engine/book/book.js'
import type { Book } from '../../engine/book/compiled.js'
import { PROJECTION_LAG_MAX, TURN_ENTRIES_MAX } from '../../engine/limits/shards.js'
import { sqlitePath } from '../../storage/paths.js'
import { requestKeySecretOf } from '../../storage/repos/meta.js'
import { openReader } from '../../storage/sqlite/open.js'
import { BatchWriter } from '../../wire/thread/batch.js'
import { BatchLane } from '../../wire/thread/batch-lane.js'
import type { FromShard, ShardThreadData } from '../../wire/thread/messages.js'
import { IntakePace } from '../shared/intake-pace.js'
import { PriceBoard } from '../shared/price-board.js'
import { SharedCounters } from '../shared/shared-state.js'
import { SymbolClaims } from '../shared/symbol-claims.js'
import { createClockMemory, machineReadings, systemClock } from '../thread/clock.js'
import { forwardingLogger } from '../thread/forwarding-logger.js'
import { postBatch } from '../thread/post-batch.js'
import { LogTrimming } from './log/log-trimming.js'
import { openShardLog } from './log/open-log.js'
import { WorkNote } from './log/work-note.js'
import { ShardParts } from './parts.js'
import { recoverCore } from './recovery.js'
import { LinksPort } from './turn/links-port.js'
import { ShardLoop } from './turn/shard-loop.js'
import { ShardMail } from './turn/shard-mail.js'
import { TurnClock } from './turn/turn-clock.js'
import { Turns } from './turn/turns.js'

/**
 * Thread entry of a shard. A turn takes up to `TURN_ENTRIES_MAX` waiting requests, decides and
 * applies them, commits once, and then sends the answers. On a slow disk, the log's own thread
 * commits a turn of several requests while the next turn is decided. Otherwise the turn is
 * committed here, because handing over takes longer than it saves.
 *
 *   - The output of a turn leaves the thread after its commit, turn by turn.
 *   - A failed commit or a broken invariant of the shard ends the thread; the next thread restores
 *     the true state from disk. Unanswered requests are unknown, never failed.
 */
const { quorumReports, ...start } = workerData as ShardThreadData & {
  readonly quorumReports?: MessagePort
}
const port = parentPort as MessagePort
assert(port !== null, 'a shard runs in a worker thread')
const logger = forwardingLogger(post)
const clock = systemClock(start.clockOffsetMs, start.shared.clock)
const counters = new SharedCounters(start.shared, start.shards)
const out = new BatchWriter(new BatchLane(start.fromShard).free)

const tables = openReader(sqlitePath(start.dataDir))
const log = openShardLog(start, tables, counters, clock, logger, quorumReports)
const book = compileBook(start.book)
const prices = new PriceBoard(start.shared.board)
prices.follow(book.records.symbols)
const links = new LinksPort({
  turn: (message) => loop.turn(message),
  later: (run) => clock.after(0, run),
})
const parts = new ShardParts({
  onGateway: (message) => links.push(message),
  shard: start.shard,
  log,
  counters,
  symbols: new SymbolClaims(start.shared.symbols),
  clock,
  prices,
  tape: prices.tape,
  book,
  keySecret: requestKeySecretOf(tables),
  requestRate: start.requestRate ?? null,
  out,
  work: new WorkNote(start.inWork),
  projectionSeq: () => counters.projectionSeq,
  askIds: (kind) => post({ type: 'ids', kind }),
  onHeldFills: (count) => counters.setHeldFillsOfShard(start.shard, count),
  onSetAside: (login, why) => {
    logger.error({ login, err: why }, 'account set aside')
    post({ type: 'set_aside', login, why: why.message })
  },
  onDamage: (seq, why) => logger.error({ seq, err: why }, 'a record of the log is damaged'),
  onFailure: (what, login, error) =>
    logger.error({ what, login, err: error }, 'a request could not be answered'),
})
const { core } = parts
counters.setConfigOfShard(start.shard, core.book.version)
const { projectionLagMax = PROJECTION_LAG_MAX } = start
const pace = new IntakePace(counters, projectionLagMax, TURN_ENTRIES_MAX)
const trimming = new LogTrimming(log)
const { monotonic } = machineReadings(0, createClockMemory())
const turnClock = new TurnClock({
  monotonic,
  ids: core.ids,
  shard: start.shard,
  shards: start.shards,
})
const turns = new Turns({
  clock: turnClock,
  parts,
  log,
  out,
  pace,
  trimming,
  links,
  tell: (batch) => postBatch(port, batch),
})

for (const login of start.held ?? []) core.held.add(login)
core.halt(start.awaitsOthers === true ? 'starting' : (start.stop ?? null))
/** The recovered state includes changes of accounts up to this number. */
const readAccountChange = recover()
counters.setHeldFillsOfShard(start.shard, core.parking.held.count)
const mail = new ShardMail({
  links,
  port,
  parts,
  turns,
  pace,
  out,
  trimming,
  clock: turnClock,
  monotonic,
  lane: new BatchLane(start.toShard),
  readAccountChange,
  setBook,
  onStop: () => loop.stop(),
})
const loop = new ShardLoop({
  parts,
  turns,
  pace,
  mail,
  log,
  clock,
  keepTicks: () => prices.tape.listen(start.shard),
  onDayEnd: (notice) => {
    logger.info({ ...notice }, 'day end')
    post({ type: 'day_end', notice })
  },
  onStopped: () => {
    const left = [core.ids.order.left, core.ids.deal.left].filter((one) => one !== undefined)
    post({ type: 'ids_left', left })
    links.close()
    void log.close().then(() => port.close())
  },
})
port.on('message', (message) => {
  loop.turn(message)
})
loop.begin()

function post(message: FromShard): void {
  port.postMessage(message)
}

/**
 * Restores the accounts and what they wait for. Returns the last change of an account that it has
 * read.
 */
function recover(): number {
  const begun = clock.monotonic()
  const { shard, shards } = start
  const recovered = recoverCore(core, tables, log, { shard, shards, now: clock.now() })
  tables.close()
  counters.raiseSequence(recovered.newest)
  counters.endTurn(shard, recovered.newest)
  parts.recovered()
  parts.setAside(start.setAside ?? [])
  const { accounts, positions, replayed } = recovered
  const ms = Math.round(clock.monotonic() - begun)
  logger.info({ accounts, positions, replayed, ms }, 'recovered')
  post({ type: 'ready', accounts, replayed })
  return recovered.accountChange
}

/**
 * Sets the settings. A price whose digits differ from them is not usable in this thread
 * (actors/shared/price-board.ts, B4).
 */
function setBook(next: Book): void {
  if (next.symbolsById !== core.book.symbolsById) prices.follow(next.records.symbols)
  parts.setBook(next)
  counters.setConfigOfShard(start.shard, next.version)
}
