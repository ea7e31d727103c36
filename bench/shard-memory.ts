import { ShardCore } from '../actors/shard/core.js'
import { createSharedBuffers, SharedCounters } from '../actors/shared/shared-state.js'
import { SymbolClaims } from '../actors/shared/symbol-claims.js'
import { systemClock } from '../actors/thread/clock.js'
import type { PositionEvent } from '../engine/account/event.js'
import { compileBook } from '../engine/book/book.js'
import { NO_RECORDS } from '../engine/config/book-records.js'
import { keySecretOf } from '../engine/numbers/request-key-hash.js'
import { RATE_ONE } from '../engine/units.js'
import { MemoryDisk, openMemoryLog } from '../test/given/memory-log.js'
import { PLAIN_POSITION } from '../test/given/plain.js'
import { profileOf } from './prepared-data.js'
import { answerCalls } from './remote.js'

/**
 * A process (`--expose-gc`) with the accounts of one shard, to measure them: the growth of the heap
 * and its buffers after garbage collection.
 */
const core = new ShardCore({
  shard: 0,
  log: openMemoryLog(new MemoryDisk()),
  counters: new SharedCounters(createSharedBuffers(), 1),
  symbols: new SymbolClaims(),
  clock: systemClock(),
  prices: { quote: () => undefined },
  book: compileBook(NO_RECORDS),
  keySecret: keySecretOf('0123456789abcdef'),
  askIds: () => undefined,
  onRecord: () => undefined,
  onDealing: () => undefined,
  onDamage: () => undefined,
  onFailure: () => undefined,
  onSetAside: () => undefined,
})

const FIRST_LOGIN = 1_000
const SYMBOLS = 12
/** Beyond what V8 keeps as a small integer, as times are. */
const OPENED_AT = 1_772_618_400_000

let accounts = 0
let records = 0

const commands = {
  /** Bytes that `count` accounts without trades take. */
  addAccounts({ count }: { readonly count: number }): number {
    const before = heldBytes()
    for (let i = 0; i < count; i++) core.setProfile(profileOf(FIRST_LOGIN + accounts++))
    return heldBytes() - before
  },
  /** Bytes that `each` open positions on every one of the first `of` accounts take. */
  addPositions({ of, each }: { readonly of: number; readonly each: number }): number {
    const before = heldBytes()
    for (let i = 0; i < of; i++) {
      for (let n = 0; n < each; n++) addPosition(FIRST_LOGIN + i)
    }
    return heldBytes() - before
  },
}

/** Adds a position by the fold that a live shard and a recovering one use. */
function addPosition(login: number): void {
  const account = core.accounts.get(login)
  if (account === undefined) throw new Error(`there is no account ${login}`)
  const id = ++records
  const position: PositionEvent = {
    type: 'position',
    id,
    symbolId: 1 + (id % SYMBOLS),
    side: id % 2 === 0 ? 1 : -1,
    volume: 1_000_000,
    priceOpen: 110_000 + (id % 1000),
    priceClose: 0,
    rateMargin: RATE_ONE + BigInt(id),
    swap: 0,
    openedAt: OPENED_AT + id,
    closedAt: 0,
    reason: 'client',
    comment: '',
    version: 1,
    ...PLAIN_POSITION,
  }
  core.ledger.replay({
    seq: id,
    previousSeq: account.lastRecordSeq,
    at: OPENED_AT,
    login,
    accountSeq: account.seq,
    requestKey: '',
    requestDigest: 0,
    code: 'ok',
    message: '',
    events: [position],
  })
}

function heldBytes(): number {
  const collect = globalThis.gc
  if (collect === undefined) throw new Error('start this process with --expose-gc')
  collect()
  collect()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

export type ShardMemoryCommands = typeof commands

answerCalls(commands)
