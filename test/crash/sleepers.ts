import { accountWithDefaults } from '../../actors/desk/accounts.js'
import type { DeskClient } from '../../actors/desk-client.js'
import { SharedCounters } from '../../actors/shared-state.js'
import { RIGHTS } from '../../engine/access/rights.js'
import { compileBook } from '../../engine/book.js'
import { openLmdbLog } from '../../storage/log/lmdb-log.js'
import { logDirectory, sqlitePath } from '../../storage/paths.js'
import { accountsRepo } from '../../storage/repos/accounts.js'
import { openWriter } from '../../storage/sqlite/open.js'
import { parseTrade } from '../../wire/trade-request.js'
import { startDesk } from '../given/desk.js'
import { HandClock } from '../given/hand-clock.js'
import { GivenPrices } from '../given/prices.js'
import { depositAsk, GivenShard } from '../given/shard.js'
import { serverNow } from './server-clock.js'

const FIRST_LOGIN = 100_000
const GROUPS = ['demo\\standard', 'demo\\netting'] as const
const SYMBOLS = ['EURUSD', 'GBPUSD', 'XAUUSD', 'BTCUSD'] as const
const RECORDS_PER_TURN = 64
const HOUR_MS = 3_600_000

/**
 * Accounts of which each holds a position and asks for nothing, in an empty data directory: so many that
 * the end of a day takes a while, and a kill meets some of them done and others not.
 */
export async function addSleepers(dataDir: string, shards: number, count: number): Promise<void> {
  const { desk, buffers } = startDesk(dataDir, { shards, administratorRights: RIGHTS })
  await desk.ready
  const records = await sure(desk.ask('config.records', null))
  const counters = new SharedCounters(buffers, shards)
  const book = compileBook(records)
  for (let shard = 0; shard < shards; shard++) {
    const log = openLmdbLog({ directory: logDirectory(dataDir, shard) })
    const prices = new GivenPrices(book)
    const clock = new HandClock(serverNow() - HOUR_MS)
    const rig = new GivenShard({ shard, counters, book, log, prices, clock })
    await grantIds(desk, rig, shard, count)
    for (let i = shard; i < count; i += shards * RECORDS_PER_TURN) {
      rig.turn(() => {
        for (let next = i; next < Math.min(count, i + shards * RECORDS_PER_TURN); next += shards) {
          fund(rig, next)
        }
      })
    }
    await log.close()
  }
  await desk.stop()
  addRows(dataDir, count)
}

async function grantIds(desk: DeskClient, rig: GivenShard, shard: number, count: number) {
  for (const kind of ['order', 'deal'] as const) {
    const range = await sure(desk.ask('ids.grant', { shard, kind }))
    if (range.end - range.next < 2 * count) throw new Error('a range of ids is too small')
    rig.core.grantIds(range)
  }
}

/** Money, and a position or two sides of one. */
function fund(rig: GivenShard, index: number): void {
  const { login, group } = sleeper(index)
  rig.profile({ login, group })
  const id = `00000000-0000-4000-8000-${String(login).padStart(12, '0')}`
  rig.ask(index, depositAsk(login, '10000.00', id))
  const side = index % 3 === 0 ? 'sell' : 'buy'
  const symbol = SYMBOLS[index % SYMBOLS.length] as string
  const args = { kind: 'open', symbol, side, volume: '0.01' }
  const parsed = parseTrade(args, 100, { reason: 'client', dealer: 0 })
  if ('code' in parsed) throw new Error(parsed.message)
  const outcome = rig.core.trade(rig.account(login), parsed)
  if (outcome === 'waits' || !outcome.ok) throw new Error(`${login} holds nothing`)
}

function addRows(dataDir: string, count: number): void {
  const db = openWriter(sqlitePath(dataDir))
  const accounts = accountsRepo(db)
  db.transaction(() => {
    for (let i = 0; i < count; i++) {
      accounts.insert(accountWithDefaults({ ...sleeper(i), name: 'Sleeper' }), serverNow())
    }
  })()
  db.close()
}

function sleeper(index: number): { readonly login: number; readonly group: string } {
  return { login: FIRST_LOGIN + index, group: GROUPS[index % 5 === 0 ? 1 : 0] }
}

async function sure<Value>(
  asked: Promise<{ readonly ok: true; readonly value: Value } | { readonly ok: false }>,
): Promise<Value> {
  const answer = await asked
  if (!answer.ok) throw new Error('the desk of an empty directory answers')
  return answer.value
}
