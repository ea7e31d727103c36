import { workerData } from 'node:worker_threads'
import { DESK_LOG } from '../../storage/log/quorum/log-database.js'
import { LogOwner } from '../../storage/log/quorum/log-owner.js'
import { PostgresDatabase } from '../../storage/log/quorum/postgres-database.js'
import { PostgresNodes } from '../../storage/log/quorum/postgres-nodes.js'
import {
  KEPT_MS,
  PARTS_KEPT_MS,
  trimEntries,
  trimParts,
} from '../../storage/log/quorum/postgres-trimming.js'
import {
  createClockMemory,
  machineReadings,
  rest,
  systemClock,
  type Timer,
} from '../thread/clock.js'
import { epochRaise } from '../thread/random.js'
import { QuorumMeter } from './quorum-meter.js'
import {
  type FromQuorum,
  QUORUM_AT,
  QUORUM_STATE,
  type QuorumThreadData,
  type ToQuorum,
} from './quorum-thread.js'

/**
 * Thread entry: carries out the requests of the owner of a quorum's log, and reports to the log and
 * the server (quorum-thread.ts, Q1 to Q3).
 */
const RETRY_MS = 50
/** How long a quorum that does not answer may delay the end of the process. */
const FAREWELL_MS = 500
const TELL_EVERY_MS = 200
const LOOK_EVERY_MS = 1_000
const TRIM_EVERY_MS = 60_000
const TRIM_REST_MS = 50

const { words, port, server, local, ...options } = workerData as QuorumThreadData
const clock = systemClock()
const database = new PostgresDatabase(options)
const owner = new LogOwner({ holder: options.holder, local, raise: epochRaise })
/** The same monotonic clock for all threads. */
const { monotonic } = machineReadings(0, createClockMemory())
const meter = new QuorumMeter(owner)
let begun = 0
let isStopping = false
let trouble = ''
let wake: () => void = () => undefined
let farewell: Timer | undefined

port.on('message', (message: ToQuorum) => {
  if (message === 'stop') {
    isStopping = true
    // Ends requests that take longer, because no caller waits for them any more.
    farewell = clock.after(FAREWELL_MS, () => database.close())
  } else {
    begun++
    meter.begun(monotonic())
    owner.begin(message.begin.firstSeq, message.begin.bytes)
  }
  wake()
})

const telling = clock.every(TELL_EVERY_MS, tellServer)
/** The table of nodes; undefined except for the desk's log, whose thread reports on other nodes. */
const nodes =
  options.shard === DESK_LOG && server !== undefined ? new PostgresNodes(options) : undefined
const looking = nodes && clock.every(LOOK_EVERY_MS, () => void look(nodes))
let isLooking = false
let isTrimming = false
const trimming = clock.every(TRIM_EVERY_MS, () => void trim())
try {
  while (!isStopping) await goOn()
} catch (error) {
  fail(error instanceof Error ? error.message : String(error))
}
isStopping = true
if (options.releases === true && owner.isOpen && owner.isSettled && !owner.isShutOut) {
  await database.release(owner.epoch, owner.confirmedN).catch(() => undefined)
}
farewell?.cancel()
telling.cancel()
looking?.cancel()
trimming.cancel()
tellServer()
database.close()
nodes?.close()
port.close()
server?.close()

/** Sends one request and waits for its answer, or waits until there is a request. */
async function goOn(): Promise<void> {
  const now = clock.monotonic()
  const ask = owner.next(now)
  if (owner.isShutOut) throw new Error('another node has taken the log')
  if (ask === undefined) return untilWoken(owner.dueAt - now)
  const wasSettled = owner.isSettled
  meter.asked(monotonic())
  const answer = await database.answer(ask)
  meter.heard(ask, answer, monotonic())
  const entries = owner.heard(answer, clock.monotonic())
  if (owner.isSettled && !wasSettled) meter.settled(monotonic())
  if (entries.length > 0) tell({ entries })
  if (owner.isOpen) Atomics.store(words, QUORUM_AT.state, QUORUM_STATE.open)
  if (owner.isSettled) Atomics.store(words, QUORUM_AT.settled, begun)
  const why = owner.trouble?.why ?? ''
  if (why !== trouble) {
    trouble = why
    tell({ trouble })
  }
  ring()
  if (why !== '') await untilWoken(RETRY_MS)
}

/** A failure is repeated the next time. */
async function look(others: PostgresNodes): Promise<void> {
  if (!owner.isOpen || isLooking) return
  isLooking = true
  const told = await others.read().catch(() => undefined)
  if (told !== undefined) server?.postMessage(told)
  // A session that was opened just now must not keep the thread from ending.
  if (isStopping) others.close()
  isLooking = false
}

/**
 * A failure is repeated the next time: entries that are kept too long do not disturb trading or the
 * end of the thread.
 */
async function trim(): Promise<void> {
  if (!owner.isOpen || isTrimming) return
  isTrimming = true
  const { epoch, confirmedN } = owner
  const pause = async () => {
    await rest(clock, TRIM_REST_MS)
    if (isStopping) throw new Error('the thread ends')
  }
  await trimEntries(options, { epoch, confirmedN, ageMs: KEPT_MS, pause }).catch(() => 0)
  if (options.shard === DESK_LOG) {
    await trimParts(options, { ageMs: PARTS_KEPT_MS, pause }).catch(() => 0)
  }
  isTrimming = false
}

function untilWoken(ms: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = clock.after(Math.max(0, ms), resolve)
    wake = () => {
      timer.cancel()
      resolve()
    }
  })
}

function tell(message: FromQuorum): void {
  port.postMessage(message)
}

function tellServer(): void {
  server?.postMessage(meter.told())
}

function fail(why: string): void {
  tell({ trouble: why })
  Atomics.store(words, QUORUM_AT.state, QUORUM_STATE.failed)
  ring()
}

function ring(): void {
  Atomics.add(words, QUORUM_AT.messages, 1)
  Atomics.notify(words, QUORUM_AT.messages)
}
