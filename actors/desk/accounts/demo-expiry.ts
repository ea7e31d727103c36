import { assert } from '../../../engine/assert.js'
import { demoEndsAt, demoPolicy } from '../../../engine/config/network-servers.js'
import type { Login, UnixMs } from '../../../engine/units.js'
import { accept, type Outcome } from '../../thread/ask.js'
import { SYSTEM } from '../actor.js'
import type { Desk } from '../desk.js'
import { ChangedAccounts } from './changed-accounts.js'

/**
 * The weekly maintenance, which archives expired demo accounts.
 *
 *   - Its progress is stored with each account, so an interrupted run continues after the last one.
 *   - An account with positions, orders or waiting requests is left and counted.
 *   - A run is identified by the time when it was due. A finished run is not repeated.
 */

export interface Maintenance {
  readonly status: 'running' | 'done' | 'failed'
  readonly slot: UnixMs
  readonly startedAt: UnixMs
  readonly finishedAt: UnixMs | null
  /** The version of the settings that the run uses. */
  readonly configVersion: number
  readonly cursor: Login
  readonly expired: number
  readonly busy: number
  readonly error: string
}

/** The expired accounts, and the login after which to continue; null at the end. */
export interface OverAccounts {
  readonly over: readonly Login[]
  readonly last: Login | null
}

const KEY = 'maintenance'
const ROWS_AT_ONCE = 500

export function demoExpiryDesk(desk: Desk) {
  const expiry = new DemoExpiry(desk)
  return {
    /** Begins the run for a due time, or continues it. */
    'maintenance.begin': ({ slot }: { readonly slot: UnixMs }) => expiry.begin(slot),
    /**
     * The expired accounts among the next accounts after a login, a few at a time; null begins at
     * the stored progress.
     */
    'maintenance.next': (after: Login | null) => expiry.next(after),
    /**
     * Archives the account if its shard reports that the account is flat. The shard keeps it locked
     * meanwhile.
     */
    'maintenance.settle': ({
      login,
      isFlat,
    }: {
      readonly login: Login
      readonly isFlat: boolean
    }) => expiry.settle(login, isFlat),
    'maintenance.end': ({ error }: { readonly error: string }) => expiry.end(error),
    /** The latest run; null if there was none. */
    'maintenance.last': (): Outcome<Maintenance | null> => accept(expiry.last() ?? null),
  }
}

class DemoExpiry {
  readonly #desk: Desk
  readonly #changed: ChangedAccounts

  constructor(desk: Desk) {
    this.#desk = desk
    this.#changed = new ChangedAccounts(desk)
  }

  last(): Maintenance | undefined {
    const kept = this.#desk.tables.meta.get(KEY)
    return kept === undefined ? undefined : (JSON.parse(kept) as Maintenance)
  }

  begin(slot: UnixMs): Outcome<Maintenance> {
    const last = this.last()
    if (last?.slot === slot && last.status !== 'failed') return accept(last)
    const startedAt = this.#desk.clock.now()
    const { version } = this.#desk.config.records
    const nothing = { cursor: 0, expired: 0, busy: 0, error: '', finishedAt: null }
    return this.#keep({ ...nothing, status: 'running', slot, startedAt, configVersion: version })
  }

  next(after: Login | null): Outcome<OverAccounts> {
    const policy = demoPolicy(this.#desk.config)
    const now = this.#desk.clock.now()
    const { accounts, staff } = this.#desk.tables
    const logins = accounts.loginsAfter(after ?? this.#running().cursor, ROWS_AT_ONCE)
    const over = logins.filter((login) => {
      const account = accounts.get(login)
      if (account === undefined || account.archived_at !== null) return false
      const { group, created_at: createdAt, last_access: usedAt } = account
      const ends = demoEndsAt(policy, { group, createdAt, usedAt })
      return ends !== null && ends <= now && staff.get(login) === undefined
    })
    const last = logins.length < ROWS_AT_ONCE ? null : (logins.at(-1) ?? null)
    return accept({ over, last })
  }

  settle(login: Login, isFlat: boolean): Outcome<null> {
    const run = this.#running()
    const account = this.#desk.tables.accounts.get(login)
    assert(account !== undefined, 'an account that is over is there')
    if (!isFlat || account.archived_at !== null) {
      const kept = this.#keep({ ...run, cursor: login, busy: run.busy + (isFlat ? 0 : 1) })
      return kept.ok ? accept(null) : kept
    }
    const archived_at = this.#desk.clock.now()
    const changes = [{ field: 'archived_at', from: null, to: new Date(archived_at).toISOString() }]
    const text = `Account ${login} was archived: the demo account was over`
    const line = { kind: 'account.archived' as const, text, changes }
    const also = () => this.#write({ ...run, cursor: login, expired: run.expired + 1 })
    const done = this.#changed.write(SYSTEM, account, { archived_at }, line, also)
    return done.ok ? accept(null) : done
  }

  end(error: string): Outcome<Maintenance> {
    const status = error === '' ? 'done' : 'failed'
    return this.#keep({ ...this.#running(), status, error, finishedAt: this.#desk.clock.now() })
  }

  #running(): Maintenance {
    const run = this.last()
    assert(run !== undefined, 'a run was begun')
    return run
  }

  #keep(run: Maintenance): Outcome<Maintenance> {
    return this.#desk.change(() => {
      this.#write(run)
      return accept(run)
    })
  }

  #write(run: Maintenance): void {
    this.#desk.tables.meta.set(KEY, JSON.stringify(run))
  }
}
