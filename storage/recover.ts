import type { AccountProfile, Position } from '../engine/account/state.js'
import type { GroupRecord } from '../engine/config/group.js'
import type { Login, Minor, Rate, UnixMs } from '../engine/units.js'
import { accountStatesRepo, type StateRow } from './repos/account-states.js'
import { accountsRepo, type ProfileRow } from './repos/accounts.js'
import { type OpenPositionRow, positionsRepo } from './repos/positions.js'
import { projectionRepo } from './repos/projection.js'
import { REQUEST_KEY_MS, requestKeysRepo } from './repos/request-keys.js'
import { type SettingsRow, settingsRepo } from './repos/settings.js'
import type { Sqlite } from './sqlite/open.js'

/**
 * What a shard loads at its start. The rows come one by one, in this order: all accounts, then the
 * open positions, then the request keys; the shard replays its log after `cursor` itself.
 *
 *   R1. All of it is read in one transaction, so rows and cursor belong together.
 *   R2. The transaction is open until the last row was handed out: give it a connection of its own.
 */
export interface RecoverySink {
  account(profile: AccountProfile, state: RecoveredState): void
  position(login: Login, position: Position): void
  requestKey(login: Login, key: string, seq: number, at: UnixMs): void
}

/** Reused from call to call: copy what is kept. */
export interface RecoveredState {
  balance: Minor
  credit: Minor
  seq: number
  lastRecordSeq: number
}

export interface Recovered {
  /** The newest record of the shard in the tables: the log is replayed after it. */
  readonly cursor: number
  readonly accounts: number
  readonly positions: number
  readonly requestKeys: number
}

export function recoverShard(
  db: Sqlite,
  shard: number,
  shards: number,
  now: UnixMs,
  sink: RecoverySink,
): Recovered {
  db.exec('BEGIN')
  try {
    return {
      cursor: projectionRepo(db).cursor(shard),
      accounts: loadAccounts(db, shard, shards, sink),
      positions: loadPositions(db, shard, shards, sink),
      requestKeys: loadRequestKeys(db, shard, shards, now, sink),
    }
  } finally {
    db.exec('COMMIT')
  }
}

/**
 * An account's row as the shard is told of it: what the account leaves to its group (0) is taken from
 * the group, so whoever changes a group tells the shards about its accounts again.
 */
export class Profiles {
  readonly #groups: Map<string, GroupDefaults>

  constructor(groups: readonly SettingsRow[]) {
    this.#groups = new Map(
      groups.map((row) => {
        const { leverage, limit_positions } = row.body as unknown as GroupRecord
        return [
          row.name.toLowerCase(),
          { path: row.name, leverage, limitPositions: limit_positions },
        ]
      }),
    )
  }

  fromRow(row: ProfileRow): AccountProfile {
    const path = row[1]
    const group = this.#groups.get(path) ?? this.#groupOf(path)
    return {
      login: row[0],
      group: group.path,
      leverage: row[2] || group.leverage,
      enabled: row[3] === 1,
      trading_enabled: row[4] === 1,
      limit_positions: row[5] || group.limitPositions,
      archived: row[6] !== null,
    }
  }

  /** Keeps the answer under the very text the rows carry, so that a million rows share one string. */
  #groupOf(path: string): GroupDefaults {
    const found = this.#groups.get(path.toLowerCase()) ?? { path, leverage: 1, limitPositions: 0 }
    this.#groups.set(path, found)
    return found
  }
}

interface GroupDefaults {
  readonly path: string
  readonly leverage: number
  readonly limitPositions: number
}

function loadAccounts(db: Sqlite, shard: number, shards: number, sink: RecoverySink): number {
  const profiles = new Profiles(settingsRepo(db).list('group'))
  const states = accountStatesRepo(db).ofShard(shard, shards)
  const state: RecoveredState = { balance: 0, credit: 0, seq: 0, lastRecordSeq: 0 }
  let next: IteratorResult<StateRow, undefined> = states.next()
  let count = 0
  for (const row of accountsRepo(db).profilesOfShard(shard, shards)) {
    while (!next.done && next.value[0] < row[0]) next = states.next()
    const stored = !next.done && next.value[0] === row[0] ? next.value : undefined
    state.balance = stored?.[1] ?? 0
    state.credit = stored?.[2] ?? 0
    state.seq = stored?.[3] ?? 0
    state.lastRecordSeq = stored?.[4] ?? 0
    sink.account(profiles.fromRow(row), state)
    count++
  }
  return count
}

function loadPositions(db: Sqlite, shard: number, shards: number, sink: RecoverySink): number {
  const rates = new Map<string, Rate>()
  const texts = new Map<string, string>()
  let count = 0
  for (const row of positionsRepo(db).rowsOfShard(shard, shards)) {
    sink.position(row[1], positionFromRow(row, rates, texts))
    count++
  }
  return count
}

const REMEMBERED_MAX = 10_000

function positionFromRow(
  row: OpenPositionRow,
  rates: Map<string, Rate>,
  texts: Map<string, string>,
): Position {
  return {
    id: row[0],
    symbolId: row[2],
    side: row[3],
    volume: row[4],
    priceOpen: row[5],
    rateMargin: remembered(rates, row[6], BigInt),
    swap: row[7],
    openedAt: row[8],
    reason: remembered(texts, row[9], String) as Position['reason'],
    comment: remembered(texts, row[10], String),
    version: row[11],
  }
}

/** Equal texts become one value, as far as the memory of them reaches. */
function remembered<T>(known: Map<string, T>, text: string, make: (text: string) => T): T {
  let value = known.get(text)
  if (value === undefined) {
    value = make(text)
    if (known.size < REMEMBERED_MAX) known.set(text, value)
  }
  return value
}

function loadRequestKeys(
  db: Sqlite,
  shard: number,
  shards: number,
  now: UnixMs,
  sink: RecoverySink,
): number {
  let count = 0
  for (const [seq, login, key, at] of requestKeysRepo(db).ofShard(
    shard,
    shards,
    now - REQUEST_KEY_MS,
  )) {
    sink.requestKey(login, key, seq, at)
    count++
  }
  return count
}
