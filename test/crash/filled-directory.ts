import { accountWithDefaults } from '../../actors/desk/accounts/accounts.js'
import type { DeskClient } from '../../actors/desk/desk-client.js'
import { SharedCounters } from '../../actors/shared/shared-state.js'
import { RIGHTS } from '../../engine/access/rights.js'
import { compileBook } from '../../engine/book/book.js'
import type { BookRecords } from '../../engine/config/book-records.js'
import { openLmdbLog } from '../../storage/log/lmdb-log.js'
import { logDirectory, sqlitePath } from '../../storage/paths.js'
import { accountsRepo } from '../../storage/repos/accounts/accounts.js'
import { openWriter } from '../../storage/sqlite/open.js'
import { parseTrade } from '../../wire/trade/trade-request.js'
import { startDesk } from '../given/desk.js'
import { depositAsk, GivenShard } from '../given/floors/shard.js'
import { HandClock } from '../given/hand-clock.js'
import { GivenPrices } from '../given/prices.js'
import { serverNow } from './server-clock.js'

const RECORDS_PER_TURN = 64
const HOUR_MS = 3_600_000

export interface Holder {
  readonly login: number
  readonly group: string
}

export interface Filling {
  readonly shards: number
  /** The number of accounts; the one with the number n is on the shard n modulo the shards. */
  readonly count: number
  /** Orders and deals of a shard at the most. */
  readonly numbers: number
  holder(index: number): Holder
  /** Gives the account money and what it holds. */
  fund(rig: GivenShard, index: number): void
  /** Changes the settings before the first account. */
  readonly change?: (desk: DeskClient, records: BookRecords) => Promise<void>
}

/**
 * Fills an empty data directory with accounts that hold something, as a server would have done an hour
 * ago: without one, since thousands of accounts over REST take a minute.
 */
export async function fillDirectory(dataDir: string, filling: Filling): Promise<void> {
  const { shards, count } = filling
  const { desk, buffers } = startDesk(dataDir, { shards, administratorRights: RIGHTS })
  await desk.ready
  await filling.change?.(desk, await sure(desk.ask('config.records', null)))
  const book = compileBook(await sure(desk.ask('config.records', null)))
  const counters = new SharedCounters(buffers, shards)
  for (let shard = 0; shard < shards; shard++) {
    const log = openLmdbLog({ directory: logDirectory(dataDir, shard) })
    const prices = new GivenPrices(book)
    const clock = new HandClock(serverNow() - HOUR_MS)
    const rig = new GivenShard({ shard, counters, book, log, prices, clock })
    await grantIds(desk, rig, shard, filling.numbers)
    for (let i = shard; i < count; i += shards * RECORDS_PER_TURN) {
      rig.turn(() => {
        for (let next = i; next < Math.min(count, i + shards * RECORDS_PER_TURN); next += shards) {
          rig.profile(filling.holder(next))
          filling.fund(rig, next)
        }
      })
    }
    await log.close()
  }
  await desk.stop()
  addRows(dataDir, filling)
}

export function fundFor(rig: GivenShard, login: number, amount: string): void {
  const id = `00000000-0000-4000-8000-${String(login).padStart(12, '0')}`
  rig.ask(login, depositAsk(login, amount, id))
}

export function openFor(rig: GivenShard, login: number, terms: Readonly<Record<string, string>>) {
  const parsed = parseTrade({ kind: 'open', ...terms }, 100, { reason: 'client', dealer: 0 })
  if ('code' in parsed) throw new Error(parsed.message)
  const outcome = rig.core.trade(rig.account(login), parsed)
  if (outcome === 'waits' || !outcome.ok) throw new Error(`${login}: ${JSON.stringify(outcome)}`)
}

async function grantIds(desk: DeskClient, rig: GivenShard, shard: number, numbers: number) {
  for (const kind of ['order', 'deal'] as const) {
    const { next, ...first } = await sure(desk.ask('ids.grant', { shard, kind }))
    let { end } = first
    while (end - next < numbers) {
      const more = await sure(desk.ask('ids.grant', { shard, kind }))
      if (more.next !== end) throw new Error('a range of ids is too small')
      end = more.end
    }
    rig.core.grantIds({ kind, next, end })
  }
}

function addRows(dataDir: string, { count, holder }: Filling): void {
  const db = openWriter(sqlitePath(dataDir))
  const accounts = accountsRepo(db)
  db.transaction(() => {
    for (let i = 0; i < count; i++) {
      accounts.insert(accountWithDefaults({ ...holder(i), name: 'Sleeper' }), serverNow())
    }
  })()
  db.close()
}

export async function sure<Value>(
  asked: Promise<{ readonly ok: true; readonly value: Value } | { readonly ok: false }>,
): Promise<Value> {
  const answer = await asked
  if (!answer.ok) throw new Error(`the desk refuses: ${JSON.stringify(answer)}`)
  return answer.value
}
