import { isRefusal, type Refusal } from '../../../engine/code.js'
import { CLIENT_ACCOUNTS_MAX } from '../../../engine/limits/people.js'
import { refuseField } from '../../../engine/reasons/fault.js'
import { because, say } from '../../../engine/reasons/reasons.js'
import type { Login, Minor } from '../../../engine/units.js'
import type { StoredAccount } from '../../../wire/account/stored-account.js'
import { accept, type Outcome } from '../../thread/ask.js'
import type { Actor } from '../actor.js'
import type { Desk } from '../desk.js'
import { ChangedAccounts, type ChangeOfOne, refuseArchived } from './changed-accounts.js'

/**
 * Accounts of one client: those with the same `client_id` (docs/run/account-rules.md).
 *
 *   - A caller sees and changes only accounts in reach; other accounts of the client stay as they
 *     are.
 *   - A list replaces the former list. All of its changes are one transaction, each with a journal
 *     line.
 */

export interface ClientAccounts {
  readonly client_id: number | null
  readonly logins: readonly Login[]
  readonly accounts: readonly LinkedAccount[]
  readonly version: number
}

/**
 * A linked account as lists show it; its balance is from the tables, in the smallest units of the
 * group's currency.
 */
export interface LinkedAccount {
  readonly login: Login
  readonly name: string
  readonly group: string
  readonly balance: Minor
}

export interface LinkAccounts extends ChangeOfOne {
  readonly version: number
  readonly logins: readonly Login[]
}

export function accountClientsDesk(desk: Desk) {
  const clients = new AccountClients(desk)
  return {
    'accounts.clients': (request: { readonly actor: Actor; readonly login: Login }) =>
      clients.read(request),
    'accounts.link': (request: LinkAccounts) => clients.link(request),
  }
}

class AccountClients {
  readonly #desk: Desk
  readonly #changed: ChangedAccounts

  constructor(desk: Desk) {
    this.#desk = desk
    this.#changed = new ChangedAccounts(desk)
  }

  read({
    actor,
    login,
  }: {
    readonly actor: Actor
    readonly login: Login
  }): Outcome<ClientAccounts> {
    const reached = this.#changed.reached(actor, login)
    if (isRefusal(reached)) return reached
    return accept(this.#view(actor, reached.account))
  }

  link(request: LinkAccounts): Outcome<ClientAccounts> {
    const { actor, login } = request
    const account = this.#changed.asked(request)
    if (isRefusal(account)) return account
    const wanted = this.#wanted(request)
    if (isRefusal(wanted)) return wanted
    const others = this.#others(account)
    const linked = this.#reachedOf(actor, others)
    // Accounts out of the caller's scope stay linked. Of the accounts in scope, only the listed
    // accounts stay.
    if (others.length - linked.length + wanted.length > CLIENT_ACCOUNTS_MAX) {
      return because('conflict.client_accounts_max', { max: CLIENT_ACCOUNTS_MAX })
    }
    const { client_id } = account
    const added = wanted.filter((one) => client_id === null || one.client_id !== client_id)
    const kept = new Set(wanted.map((one) => one.login))
    const removed = linked.filter((one) => !kept.has(one.login))
    if (added.length + removed.length === 0) return accept(this.#view(actor, account))
    const archived = [...added, ...removed].find(({ archived_at }) => archived_at !== null)
    if (archived !== undefined) return refuseArchived(archived.login)
    return this.#desk.change((journal) => {
      const now = this.#desk.clock.now()
      const id = client_id ?? this.#nextClient()
      const first = client_id === null ? [account] : []
      const set = (one: StoredAccount, to: number | null): void => {
        this.#desk.tables.accounts.update(one.login, { client_id: to }, now)
        const text =
          to === null
            ? `Account ${one.login} was taken from client ${one.client_id}`
            : `Account ${one.login} was linked to client ${to}`
        const changes = [{ field: 'client_id', from: one.client_id, to }]
        journal(actor, { kind: 'account.client', login: one.login, text, changes })
      }
      for (const one of [...first, ...added]) set(one, id)
      for (const one of removed) set(one, null)
      return accept(this.#view(actor, this.#desk.tables.accounts.get(login) as StoredAccount))
    })
  }

  /** The accounts that the caller named, without the one in the path of the request. */
  #wanted({ actor, login, logins }: LinkAccounts): StoredAccount[] | Refusal {
    const wanted: StoredAccount[] = []
    for (const named of new Set(logins)) {
      if (named === login) continue
      const reached = this.#changed.reached(actor, named)
      if (!isRefusal(reached)) wanted.push(reached.account)
      else if (reached.code !== 'not_found') return reached
      else return refuseField('logins', say('field.no_account', { login: named }))
    }
    return wanted
  }

  /** The client's other accounts, lowest logins first, up to a maximum. */
  #others({ login, client_id }: StoredAccount): readonly Login[] {
    if (client_id === null) return []
    const all = this.#desk.tables.accounts.ofClient(client_id, CLIENT_ACCOUNTS_MAX + 1)
    return all.filter((other) => other !== login).slice(0, CLIENT_ACCOUNTS_MAX)
  }

  #reachedOf(actor: Actor, logins: readonly Login[]): StoredAccount[] {
    return logins.flatMap((login) => {
      const reached = this.#changed.reached(actor, login)
      return isRefusal(reached) ? [] : [reached.account]
    })
  }

  #view(actor: Actor, account: StoredAccount): ClientAccounts {
    const accounts = this.#reachedOf(actor, this.#others(account)).map(({ login, name, group }) => {
      const balance = this.#desk.tables.accountStates.get(login)?.balance ?? 0
      return { login, name, group, balance }
    })
    const logins = accounts.map(({ login }) => login)
    return { client_id: account.client_id, logins, accounts, version: account.version }
  }

  #nextClient(): number {
    let id = this.#desk.tables.counters.next('client', 1)
    while (this.#desk.tables.accounts.ofClient(id, 1).length > 0) id++
    this.#desk.tables.counters.setNext('client', id + 1)
    return id
  }
}
