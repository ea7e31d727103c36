import { assert } from '../../engine/assert.js'
import { because } from '../../engine/reasons/reasons.js'
import type { Login } from '../../engine/units.js'
import { appliedMigrations } from '../../storage/migrations/migrate.js'
import type { JournalHead } from '../../wire/stored/journal-line.js'
import type { DayEndNotice } from '../../wire/thread/day-end-notice.js'
import { accept, type Outcome } from '../thread/ask.js'
import { SYSTEM } from './actor.js'
import type { Desk } from './desk.js'
import { needsDemoTrader } from './start/demo-trader.js'
import { ADMINISTRATOR_LOGIN } from './start/seed.js'

export interface SystemStatus {
  readonly serverId: string
  readonly schemaVersion: number
  readonly configVersion: number
  readonly projectionSeq: number
  readonly needsAdministratorPassword: boolean
  readonly needsDemoTrader: boolean
}

export interface AdministratorPassword {
  readonly hash: string
}

export function systemDesk(desk: Desk) {
  const { journal: lines, meta } = desk.tables
  return {
    'system.status': (): Outcome<SystemStatus> => accept(systemStatus(desk)),
    /**
     * Sets the administrator's first password. Refused with `conflict` if the administrator has
     * one.
     */
    'system.administrator_password': ({ hash }: AdministratorPassword): Outcome<null> =>
      desk.change((journal) => {
        if (!needsAdministratorPassword(desk)) {
          return because('conflict.first_password_set')
        }
        desk.tables.credentials.set(ADMINISTRATOR_LOGIN, 'master', hash, desk.clock.now())
        const text = 'The administrator got the first password'
        journal(SYSTEM, { kind: 'account.password', login: ADMINISTRATOR_LOGIN, text })
        return accept(null)
      }),
    /**
     * The events of an account could not be applied: it waits for repair, and staff can see that.
     */
    'system.set_aside': (one: { readonly login: Login; readonly why: string }): Outcome<null> =>
      desk.change((journal) => {
        journal(SYSTEM, {
          kind: 'account.set_aside',
          login: one.login,
          text: `Account ${one.login} was set aside: ${one.why}`,
        })
        return accept(null)
      }),
    /**
     * The newest line of the journal; it and all before it are on disk. The projector's lines are
     * not synced one by one: a commit of the desk syncs all before it.
     */
    'system.journal_head': (): Outcome<JournalHead> =>
      desk.change(() => {
        const head = lines.head()
        const synced = String(head.id)
        if (meta.get('journal_synced') !== synced) meta.set('journal_synced', synced)
        return accept(head)
      }),
    /** Writes a line about the server's clock into the journal. */
    'system.clock'({ text }: { readonly text: string }): Outcome<null> {
      const told = desk.change((journal) => {
        journal(SYSTEM, { kind: 'server.clock', text })
        return accept(null)
      })
      // The corrected time may make other schedules due.
      desk.publish({ type: 'report_schedules' })
      return told
    },
    /** Writes the state of a shard's day end into the journal. */
    'system.day_end': (of: {
      readonly shard: number
      readonly notice: DayEndNotice
    }): Outcome<null> =>
      desk.change((journal) => {
        journal(SYSTEM, { kind: 'day_end', text: dayEndText(of.shard, of.notice) })
        return accept(null)
      }),
    /** Writes into the journal which symbols have lost or regained a usable price. */
    'system.prices': ({ line }: { readonly line: string }): Outcome<null> =>
      desk.change((journal) => {
        const text = `${line.slice(0, 1).toUpperCase()}${line.slice(1)}`
        journal(SYSTEM, { kind: 'prices', text })
        return accept(null)
      }),
  }
}

function dayEndText(shard: number, notice: DayEndNotice): string {
  const { what, date, accounts, days, swaps, commissions, unpriced, waiting } = notice
  const where = `Shard ${shard}: the day end of ${date}`
  if (what === 'begun') return `${where} begins`
  const counts =
    `${accounts} accounts, ${days} days, ${swaps} swaps, ${commissions} commissions` +
    (unpriced > 0 ? `, ${unpriced} swaps left out for want of a price` : '')
  if (what === 'caught_up') return `${where}: those that waited for a price are done too: ${counts}`
  return `${where} is done: ${counts}${waiting > 0 ? `; ${waiting} accounts wait for a price` : ''}`
}

export function systemStatus(desk: Desk): SystemStatus {
  const serverId = desk.tables.meta.get('server_id')
  assert(serverId !== undefined, 'a seeded database knows its server')
  return {
    serverId,
    schemaVersion: appliedMigrations(desk.db).length,
    configVersion: desk.config.records.version,
    projectionSeq: desk.tables.projection.seq(),
    needsAdministratorPassword: needsAdministratorPassword(desk),
    needsDemoTrader: needsDemoTrader(desk),
  }
}

function needsAdministratorPassword(desk: Desk): boolean {
  return desk.tables.credentials.hash(ADMINISTRATOR_LOGIN, 'master') === undefined
}
