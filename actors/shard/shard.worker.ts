import { type MessagePort, parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads'
import { assert } from '../../engine/assert.js'
import { compileBook } from '../../engine/book/book.js'
import type { Book } from '../../engine/book/compiled.js'
import { withChange } from '../../engine/config/book-records.js'
import { PROJECTION_LAG_MAX, TURN_ENTRIES_MAX } from '../../engine/limits.js'
import { sqlitePath } from '../../storage/paths.js'
import { requestKeySecretOf } from '../../storage/repos/meta.js'
import { openReader } from '../../storage/sqlite/open.js'
import { BatchWriter, FROM_SHARD, jsonIn, readBatch, TO_SHARD } from '../../wire/thread/batch.js'
import { BatchLane, isBatch } from '../../wire/thread/batch-lane.js'
import {
  type FromShard,
  READY_TEXT,
  type ShardAsk,
  type ShardThreadData,
  type SocketOpen,
  type ToShard,
} from '../../wire/thread/messages.js'
import type { ProviderReport } from '../../wire/thread/provider-messages.js'
import { PriceBoard } from '../shared/price-board.js'
import { SharedCounters } from '../shared/shared-state.js'
import { SymbolClaims } from '../shared/symbol-claims.js'
import { systemClock, type Timer } from '../thread/clock.js'
import { DueTimer } from '../thread/due-timer.js'
import { forwardingLogger } from '../thread/forwarding-logger.js'
import { postBatch } from '../thread/post-batch.js'
import { IntakePace } from './intake-pace.js'
import { MONEY_MS } from './live/watches.js'
import { LogTrimming } from './log-trimming.js'
import { openShardLog } from './open-log.js'
import { ShardParts } from './parts.js'
import { recoverCore } from './recovery.js'
import { Turns } from './turns.js'
import { WorkNote } from './work-note.js'

/**
 * A shard's thread. A turn: take what waits, up to `TURN_ENTRIES_MAX`, decide and apply it, commit
 * once, tell. A turn of several requests is committed by the log's own thread, and the next one is
 * decided meanwhile; a small one is committed here, because handing over takes longer than it saves
 * when there is little else to do.
 *
 *   W1. What a turn makes known leaves the thread after its commit, turn by turn. When the event loop
 *       goes on, everything is committed and told.
 *   W2. A failed commit or a broken invariant of the shard ends the thread; its successor reads the
 *       truth from disk. What was not answered is unknown, never failed.
 */
const EVERY_MS = 1000
/** Accounts are told their figures in steps of so many milliseconds, spread over the second. */
const FIGURES_STEP_MS = 10
const FIGURES_STEP_MAX_MS = 100
const HANDED_ENTRIES_MIN = 4
const HANDED_TURNS_MAX = 16

const start = workerData as ShardThreadData
const port = parentPort as MessagePort
assert(port !== null, 'a shard runs in a worker thread')
const logger = forwardingLogger(post)
const clock = systemClock(start.clockOffsetMs, start.shared.clock)
const counters = new SharedCounters(start.shared, start.shards)
const toShard = new BatchLane(start.toShard)
const out = new BatchWriter(new BatchLane(start.fromShard).free)

const tables = openReader(sqlitePath(start.dataDir))
const log = openShardLog(start, tables, clock, logger)
const book = compileBook(start.book)
const prices = new PriceBoard(start.shared.board)
prices.follow(book.records.symbols)
const parts = new ShardParts({
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
  onSetAside: (login, why) => {
    logger.error({ login, err: why }, 'account set aside')
    post({ type: 'set_aside', login, why: why.message })
  },
  onDamage: (seq, why) => logger.error({ seq, err: why }, 'a record of the log is damaged'),
  onFailure: (what, login, error) =>
    logger.error({ what, login, err: error }, 'a request could not be answered'),
})
const { core, sockets, operations, marginCalls, staffWatches, triggers, longAnswers } = parts
const { valuations } = parts
counters.setConfigOfShard(start.shard, core.book.version)
const { projectionLagMax = PROJECTION_LAG_MAX } = start
const pace = new IntakePace(counters, projectionLagMax, TURN_ENTRIES_MAX)
const trimming = new LogTrimming(log)
let dayEndTimer: Timer | undefined
let watchesTimer: Timer | undefined
let bulkTimer: Timer | undefined
let figuresTimer: Timer | undefined
/** Ticks are looked at; without anything that waits for prices they are not. */
let listens = false
let isStopping = false
let isShutDown = false
/** The next turn comes when a request has waited long enough, if nothing else begins one. */
const waitsTimer = new DueTimer(clock, endWaits)
const turns = new Turns({
  ...{ parts, log, out, pace, trimming },
  tell: (batch) => postBatch(port, batch),
})

for (const login of start.held ?? []) core.held.add(login)
/** Changes of accounts up to this one are in what was read. */
let readAccountChange = 0

if (start.awaitsOthers === true) core.halt('The server is starting.')
recover()
port.on('message', (message) => {
  turn(message)
})
const secondTimer = clock.every(EVERY_MS, everySecond)

function post(message: FromShard): void {
  port.postMessage(message)
}

/** The accounts as they were, and what they wait for. */
function recover(): void {
  const begun = clock.monotonic()
  const { shard, shards } = start
  const recovered = recoverCore(core, tables, log, { shard, shards, now: clock.now() })
  tables.close()
  readAccountChange = recovered.accountChange
  counters.raiseSequence(recovered.newest)
  counters.endTurn(shard, recovered.newest)
  parts.recovered()
  parts.setAside(start.setAside ?? [])
  waitsTimer.set(core.parking.nextDueAt)
  const { accounts, positions, replayed } = recovered
  const ms = Math.round(clock.monotonic() - begun)
  logger.info({ accounts, positions, replayed, ms }, 'recovered')
  post({ type: 'ready', accounts, replayed })
}

function turn(first: unknown): void {
  try {
    turns.open()
    let hasMore = runTriggers()
    receive(first)
    drain()
    hasMore = marginCalls.run(TURN_ENTRIES_MAX) || hasMore
    for (let passed = 0; hasMore || turns.isOverlapped || isWorthHanding(passed); ) {
      if (hasMore || !turns.isOverlapped) {
        turns.passOn()
        passed++
        hasMore = runTriggers()
        // Work that prices bring about goes on while the turn before is committed, not while orders wait for theirs.
        hasMore = marginCalls.run(TURN_ENTRIES_MAX) || hasMore
      } else turns.settleSoon()
      drain()
      if (!hasMore) hasMore = marginCalls.run(TURN_ENTRIES_MAX)
    }
    finish()
    listen()
  } catch (error) {
    turns.letLogEnd()
    throw error
  }
}

/** Timers are due now and then, too. */
function isWorthHanding(passed: number): boolean {
  return pace.entries >= HANDED_ENTRIES_MIN && passed < HANDED_TURNS_MAX
}

/** True when more is due than one turn does. */
function runTriggers(): boolean {
  if (!listens) return false
  prices.tape.listen(start.shard)
  return triggers.run(TURN_ENTRIES_MAX)
}

/** From the first on that waits for a price or the time: what moved meanwhile is on the board. */
function listen(): void {
  if (isStopping) return
  const waits = triggers.isWaiting || marginCalls.size > 0
  if (waits && !listens) {
    triggers.lookAtBoard()
    clock.after(0, () => turn({ type: 'ticks' }))
  } else if (waits && triggers.owesLook) clock.after(0, () => turn({ type: 'ticks' }))
  listens = waits
}

function drain(): void {
  for (;;) {
    const next = receiveMessageOnPort(port)
    if (next === undefined) return
    receive(next.message)
  }
}

/** Closes the turn, and sees to what is due after it. */
function finish(): void {
  turns.close()
  for (const notice of core.dayEnds.takeNotices()) {
    logger.info({ ...notice }, 'day end')
    post({ type: 'day_end', notice })
  }
  if (isStopping) {
    shutDown()
    return
  }
  waitsTimer.set(core.parking.nextDueAt)
  if (core.dayEnds.hasWork) dayEndTimer ??= clock.after(0, endDays)
  if (longAnswers.hasWork || valuations.hasWork) bulkTimer ??= clock.after(0, serveBulk)
  if (sockets.accounts > 0) figuresTimer ??= stepTimer(sockets.accounts)
  if (staffWatches.owes) watchesTimer ??= clock.after(MONEY_MS, tellWatchers)
}

function endWaits(): void {
  turns.open()
  core.parking.run()
  finish()
  listen()
}

/** Money that changed too soon after it was told. */
function tellWatchers(): void {
  watchesTimer = undefined
  turns.open()
  finish()
}

/** With few accounts a step is long, so that a quiet server rests. */
function stepTimer(accounts: number): Timer {
  const begun = clock.monotonic()
  const ms = Math.min(FIGURES_STEP_MAX_MS, Math.max(FIGURES_STEP_MS, EVERY_MS / accounts))
  return clock.after(ms, () => stepFigures(clock.monotonic() - begun))
}

/** The figures of some accounts are due: their money that prices moved, and that of their positions. */
function stepFigures(ms: number): void {
  figuresTimer = undefined
  turns.open()
  sockets.tellMovedMoney(core, ms)
  valuations.step(ms)
  finish()
}

/** Snapshots, resumes and valuations have another slice. */
function serveBulk(): void {
  bulkTimer = undefined
  turn({ type: 'ticks' })
}

/** Between requests, a slice at a time. */
function endDays(): void {
  dayEndTimer = undefined
  turn({ type: 'day_end' })
}

function receive(message: unknown): void {
  if (isBatch(message)) {
    const batch = toShard.open(message)
    turns.tookBytes(batch.byteLength)
    readBatch(batch, takeEntry)
    toShard.release(message)
  } else takeMessage(message as ToShard)
}

function takeEntry(kind: number, target: number, bytes: Uint8Array): void {
  if (kind === TO_SHARD.frame) operations.handle(target, bytes)
  else if (kind === TO_SHARD.ask) takeAsk(target, bytes)
  else if (kind === TO_SHARD.report) core.parking.reports.take(jsonIn(bytes) as ProviderReport)
  else if (kind === TO_SHARD.credit) longAnswers.credit(target)
  else if (kind === TO_SHARD.valuation) valuations.again(target)
  else if (kind === TO_SHARD.socketClose) parts.closeSocket(target)
  else if (kind === TO_SHARD.socketOpen) parts.openSocket(target, jsonIn(bytes) as SocketOpen)
  // A long batch is several turns: the first of it is answered while the rest is decided.
  if (!pace.takesMore() || out.isFull) turns.passOn()
}

function takeAsk(id: number, bytes: Uint8Array): void {
  parts.ask(jsonIn(bytes) as ShardAsk, (answer) => {
    // Ready text goes as it is, behind a mark that no JSON object begins with.
    const text = 'text' in answer ? `${READY_TEXT}${answer.text}` : JSON.stringify(answer)
    out.push(FROM_SHARD.answer, id, Buffer.from(text))
  })
}

function takeMessage(message: ToShard): void {
  switch (message.type) {
    case 'config':
      setBook(compileBook(withChange(core.book.records, message.change), core.book))
      break
    case 'book':
      setBook(compileBook(message.records, core.book))
      break
    case 'profile':
      if (message.number > readAccountChange) parts.setProfile(message.profile)
      break
    case 'let_go':
      core.held.delete(message.login)
      break
    case 'ids':
      core.grantIds(message.range)
      break
    case 'dealers':
      core.parking.dealing.setOnline(message.dealers)
      break
    case 'gateways':
      core.parking.gateways.setOnline(message.online)
      break
    case 'halt':
      core.halt(message.reason)
      break
    case 'anchor':
      core.records.anchor(message.head, core.now)
      break
    case 'trim':
      trimming.below = message.beforeSeq
      break
    case 'day_end':
      core.dayEnds.slice()
      break
    case 'ticks':
      // The turn has looked at them.
      break
    case 'fail':
      if (message.afterCommit) core.records.commit()
      core.work.begin(message.login)
      throw new Error('the shard was ended for a drill')
    case 'stop':
      isStopping = true
      break
  }
}

/** A price in digits that the settings of this thread do not say is no price (board, B4). */
function setBook(next: Book): void {
  if (next.symbolsById !== core.book.symbolsById) prices.follow(next.records.symbols)
  parts.setBook(next)
  counters.setConfigOfShard(start.shard, next.version)
}

/** Everything that arrived before the word to stop is answered. */
function shutDown(): void {
  if (isShutDown) return
  isShutDown = true
  secondTimer.cancel()
  waitsTimer.cancel()
  dayEndTimer?.cancel()
  watchesTimer?.cancel()
  bulkTimer?.cancel()
  figuresTimer?.cancel()
  void log.close().then(() => port.close())
}

/** Orders expire by this turn too, where nothing else happens. */
function everySecond(): void {
  log.prepare()
  marginCalls.retry()
  turn({ type: 'ticks' })
  turns.open()
  core.dayEnds.retryWaiting()
  longAnswers.everySecond()
  staffWatches.everySecond()
  finish()
}
