import { type Code, isRefusal } from '../../../engine/code.js'
import { NOTIFICATIONS_KEPT_MAX } from '../../../engine/limits/people.js'
import type { Login } from '../../../engine/units.js'
import type { StoredNotification } from '../../../wire/stored/stored-notification.js'
import { accept, type Outcome } from '../../thread/ask.js'
import type { Actor } from '../actor.js'
import type { Desk, JournalWriter } from '../desk.js'
import { type Caller, StaffReach } from '../identity/staff-reach.js'
import type { Once } from '../remembered-answers.js'

/**
 * Messages of staff to accounts.
 *
 *   - Each login is separate: one that does not exist or is out of scope is refused, and the others
 *     get the message.
 *   - All messages of a request are one change with one journal line; terminals are notified after
 *     it is on disk.
 */

interface SendNotifications {
  readonly actor: Actor
  readonly logins: readonly Login[]
  readonly message: string
  readonly once?: Once
}

export interface NotificationResult {
  readonly login: Login
  readonly sent: boolean
  readonly code: Code
  /** The id of the message; null if it was not sent. */
  readonly id: number | null
  /** The reason why the message was not sent to this account. */
  readonly message: string
}

export function notificationsDesk(desk: Desk) {
  const staff = new StaffReach(desk)
  const notifications = new Notifications(desk)
  return {
    'notifications.send': ({
      actor,
      logins,
      message,
    }: SendNotifications): Outcome<readonly NotificationResult[]> => {
      const caller = staff.holder(actor, 'notifications')
      if (isRefusal(caller)) return caller
      let sent: SentNotifications = NOTHING_SENT
      const outcome = desk.change((journal) => {
        sent = notifications.send(caller, actor, logins, message, journal)
        return accept(sent.rows)
      })
      if (outcome.ok) notifications.announce(sent)
      return outcome
    },
  }
}

export interface SentNotifications {
  readonly rows: readonly NotificationResult[]
  readonly kept: readonly StoredNotification[]
}

const NOTHING_SENT: SentNotifications = { rows: [], kept: [] }

export class Notifications {
  readonly #desk: Desk

  constructor(desk: Desk) {
    this.#desk = desk
  }

  /** Writes the messages, inside a change; `announce` notifies terminals after it is on disk. */
  send(
    caller: Caller,
    actor: Actor,
    logins: readonly Login[],
    message: string,
    journal: JournalWriter,
  ): SentNotifications {
    const { clock, config, tables } = this.#desk
    const { accounts, notifications } = tables
    const sender = caller.profile.mailbox_name || (accounts.get(caller.login)?.name ?? '')
    const kept: StoredNotification[] = []
    const groups = new Set<string>()
    const rows = logins.map((login): NotificationResult => {
      const group = reached(caller, accounts.group(login))
      if (group === undefined) return missing(login)
      const company = config.world.named('groups', group)?.company ?? ''
      const row = { login, sender, company, message, created_at: clock.now() }
      const one = notifications.add(row, NOTIFICATIONS_KEPT_MAX)
      kept.push(one)
      groups.add(group)
      return { login, sent: true, code: 'ok', id: one.id, message: '' }
    })
    const many = `${kept.length} of ${logins.length} accounts`
    const text = `A notification went to ${many}: ${message}`
    journal(actor, { kind: 'notification', masks: [...groups], text })
    return { rows, kept }
  }

  announce({ kept }: SentNotifications): void {
    if (kept.length > 0) this.#desk.publish({ type: 'notifications', items: kept })
  }
}

function reached(caller: Caller, group: string | undefined): string | undefined {
  return group !== undefined && caller.reach.covers(group) ? group : undefined
}

function missing(login: Login): NotificationResult {
  const message = `There is no account ${login}.`
  return { login, sent: false, code: 'not_found', id: null, message }
}
