import { addressFaults, distinct, sameList } from '../../../engine/access/staff-profile.js'
import { isRefusal, type Refusal } from '../../../engine/code.js'
import { refuseField, refuseInput } from '../../../engine/reasons/fault.js'
import { because, say } from '../../../engine/reasons/reasons.js'
import type { Login } from '../../../engine/units.js'
import type { AccountChange } from '../../../storage/repos/accounts/accounts.js'
import { rightToSet } from '../../../wire/account/account-fields.js'
import type { AccountEdits, StoredAccount } from '../../../wire/account/stored-account.js'
import type { FieldChange } from '../../../wire/stored/journal-line.js'
import { accept, type Outcome } from '../../thread/ask.js'
import type { Actor } from '../actor.js'
import type { Desk } from '../desk.js'
import type { Caller } from '../identity/staff-reach.js'
import { refuseAccount } from './account-counts.js'
import { ChangedAccounts, type ChangeOfOne } from './changed-accounts.js'

/**
 * The record of an account, as staff edit it; enabling, disabling, archiving and restoring
 * (docs/decisions/account-changes.md).
 *
 *   - A field that the caller may not see cannot be set either, and the refusal does not reveal its
 *     value.
 *   - A change without effect is answered and writes nothing.
 *   - Nobody disables or archives the account with which they are signed in.
 *   - An account is archived only while its shard holds it without exposure.
 */

export type AccountEdit = {
  readonly [Field in keyof AccountEdits]?: AccountEdits[Field] | undefined
}

export interface EditAccount extends ChangeOfOne {
  /** The fields to change; omitted or undefined fields stay unchanged. */
  readonly change: AccountEdit
}

export interface EnableAccount {
  readonly actor: Actor
  readonly login: Login
  readonly enabled: boolean
}

export interface ArchiveAccount extends ChangeOfOne {
  /** True if the account is flat. Its shard keeps this true until the answer is sent. */
  readonly isFlat: boolean
}

export function accountEditsDesk(desk: Desk) {
  const edits = new RecordEdits(desk)
  return {
    'accounts.edit': (request: EditAccount) => edits.edit(request),
    'accounts.enable': (request: EnableAccount) => edits.enable(request),
    'accounts.archive': (request: ArchiveAccount) => edits.archive(request),
    'accounts.restore': (request: ChangeOfOne) => edits.restore(request),
  }
}

class RecordEdits {
  readonly #desk: Desk
  readonly #changed: ChangedAccounts

  constructor(desk: Desk) {
    this.#desk = desk
    this.#changed = new ChangedAccounts(desk)
  }

  edit(request: EditAccount): Outcome<StoredAccount> {
    const { actor, login } = request
    const { api_ip_allow: prefixes } = request.change
    const allowed = prefixes && { api_ip_allow: distinct(prefixes) }
    const faults = addressFaults('api_ip_allow', allowed?.api_ip_allow)
    if (faults.length > 0) return refuseInput(faults)
    const reached = this.#changed.reached(actor, login)
    if (isRefusal(reached)) return reached
    const given = Object.entries({ ...request.change, ...allowed }).filter(
      ([, value]) => value !== undefined,
    )
    const closed = refuseFields(given, reached.caller)
    if (closed !== null) return closed
    const account = this.#changed.asked(request)
    if (isRefusal(account)) return account
    const changes = changesOf(account, given)
    if (changes.length === 0) return accept(account)
    const change = Object.fromEntries(changes.map(({ field, to }) => [field, to])) as AccountChange
    const unfit = this.#refuse(actor, login, change)
    if (unfit !== null) return unfit
    if (request.dryRun === true) return accept({ ...account, ...change })
    const fields = changes.map(({ field }) => field).join(', ')
    const text = `Account ${login} was changed: ${fields}`
    const line = { kind: 'account.changed' as const, text, changes }
    return this.#changed.write(actor, account, change, line)
  }

  enable({ actor, login, enabled }: EnableAccount): Outcome<StoredAccount> {
    const account = this.#changed.asked({ actor, login })
    if (isRefusal(account)) return account
    if (!enabled && login === actor.login) return refuseSelf('disable')
    if (account.enabled === enabled) return accept(account)
    const text = `Account ${login} was ${enabled ? 'enabled' : 'disabled'}`
    const changes = [{ field: 'enabled', from: account.enabled, to: enabled }]
    const line = { kind: 'account.enabled' as const, text, changes }
    return this.#changed.write(actor, account, { enabled }, line)
  }

  archive(request: ArchiveAccount): Outcome<StoredAccount> {
    const { actor, login, isFlat } = request
    const account = this.#changed.asked(request)
    if (isRefusal(account)) return account
    if (login === actor.login) return refuseSelf('archive')
    if (this.#desk.tables.staff.get(login) !== undefined) {
      return because('conflict.archived_of_staff', { login })
    }
    if (!isFlat) {
      return because('conflict.account_not_flat', { login })
    }
    const archived_at = this.#desk.clock.now()
    const at = new Date(archived_at).toISOString()
    const changes = [{ field: 'archived_at', from: null, to: at }]
    const line = {
      kind: 'account.archived' as const,
      text: `Account ${login} was archived`,
      changes,
    }
    return this.#changed.write(actor, account, { archived_at }, line)
  }

  /** Restores an archived account; the days since then end one by one, without trades. */
  restore(request: ChangeOfOne): Outcome<StoredAccount> {
    const { actor, login } = request
    const account = this.#changed.known(request)
    if (isRefusal(account)) return account
    if (account.archived_at === null) return accept(account)
    const full = refuseAccount(this.#desk)
    if (full !== undefined) return full
    const from = new Date(account.archived_at).toISOString()
    const line = {
      kind: 'account.restored' as const,
      text: `Account ${login} was restored`,
      changes: [{ field: 'archived_at', from, to: null }],
    }
    return this.#changed.write(actor, account, { archived_at: null }, line)
  }

  #refuse(actor: Actor, login: Login, { agent, enabled }: AccountChange): Refusal | null {
    if (enabled === false && login === actor.login) return refuseSelf('disable')
    if (agent === undefined || agent === null) return null
    if (agent === login) return refuseField('agent', say('field.another_account'))
    // An agent out of scope is treated like one that does not exist.
    if (!isRefusal(this.#changed.reached(actor, agent))) return null
    return refuseField('agent', say('field.no_such_account'))
  }
}

/** Refuses fields that need another right, which the caller lacks. */
function refuseFields(
  given: readonly (readonly [field: string, value: unknown])[],
  { rights }: Caller,
): Refusal | null {
  for (const [field] of given) {
    const right = rightToSet(field)
    if (right === null || rights.has(right)) continue
    return because('forbidden.field_right', { field, right })
  }
  return null
}

function changesOf(
  account: StoredAccount,
  given: readonly (readonly [field: string, value: unknown])[],
): FieldChange[] {
  const stored = account as unknown as Readonly<Record<string, unknown>>
  return given
    .map(([field, to]) => ({ field, from: stored[field] ?? null, to }))
    .filter(({ from, to }) => !isSame(from, to))
}

/** True if two values are equal. Lists are sets, so a different order is no change. */
function isSame(from: unknown, to: unknown): boolean {
  return Array.isArray(from) && Array.isArray(to) ? sameList(from, to) : from === to
}

function refuseSelf(what: 'archive' | 'disable'): Refusal {
  return because('forbidden.own_account', { what })
}
