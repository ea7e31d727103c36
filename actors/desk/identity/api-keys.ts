import { type KeyFields, keyFaults, normalKey } from '../../../engine/access/api-key.js'
import { rightsBeyond, scopeExcess } from '../../../engine/access/grants.js'
import { isRefusal, type Refusal } from '../../../engine/code.js'
import { refuseStale, sameValue } from '../../../engine/config/kind.js'
import { API_KEYS_MAX, API_KEYS_PER_LOGIN_MAX } from '../../../engine/limits/people.js'
import { refuseField, refuseInput } from '../../../engine/reasons/fault.js'
import { because, say } from '../../../engine/reasons/reasons.js'
import type { Login } from '../../../engine/units.js'
import type { ApiKeyUse, StoredApiKey } from '../../../wire/stored/programs/stored-api-key.js'
import { accept, type Outcome } from '../../thread/ask.js'
import type { Actor } from '../actor.js'
import type { Desk } from '../desk.js'
import type { Once } from '../remembered-answers.js'
import { accessFactsReader } from './access-facts.js'
import { type Caller, refuseGrants, StaffReach } from './staff-reach.js'
import { changesOf } from './staff-users.js'

/**
 * API keys of staff (docs/decisions/api-keys.md).
 *
 *   - The key itself is never here: the front makes it, shows it once and sends its digest.
 *   A2. A caller manages the keys of their login, and with `config.staff` those of logins that
 *       they manage. Other keys are reported as missing.
 *   - A change is sent to the front after it is on disk and before the caller gets the answer.
 */
interface Secret {
  readonly digest: string
  readonly prefix: string
}

type ActorRequest = { readonly actor: Actor }
type OneKey = ActorRequest & { readonly id: number }

export type CreateKey = ActorRequest & {
  readonly once?: Once
  /** The owner of the key; undefined for the caller. */
  readonly login?: Login | undefined
  readonly fields: KeyFields
  readonly secret: Secret
}

export type ChangeKey = OneKey & {
  readonly version: number
  readonly change: Partial<KeyFields>
}

export type RotateKey = OneKey & {
  readonly once?: Once
  readonly secret: Secret
  readonly graceMs: number
}

const RIGHT = 'config.api_keys'
const KIND = 'api_key'

export function apiKeysDesk(desk: Desk) {
  const keys = new ApiKeysDesk(desk)
  return {
    'api_keys.list': ({ actor }: ActorRequest) => keys.list(actor),
    'api_keys.get': ({ actor, id }: OneKey): Outcome<StoredApiKey> => keys.get(actor, id),
    'api_keys.create': (request: CreateKey) => keys.create(request),
    'api_keys.change': (request: ChangeKey) => keys.change(request),
    'api_keys.rotate': (request: RotateKey) => keys.rotate(request),
    'api_keys.remove': ({ actor, id }: OneKey) => keys.remove(actor, id),
    'api_keys.used': ({ uses }: { readonly uses: readonly ApiKeyUse[] }) => keys.used(uses),
  }
}

class ApiKeysDesk {
  readonly #desk: Desk
  readonly #reach: StaffReach
  readonly #facts

  constructor(desk: Desk) {
    this.#desk = desk
    this.#reach = new StaffReach(desk)
    this.#facts = accessFactsReader(desk)
  }

  list(actor: Actor): Outcome<readonly StoredApiKey[]> {
    const caller = this.#reach.caller(actor)
    if (isRefusal(caller)) return caller
    const { apiKeys } = this.#desk.tables
    if (!managesOthers(caller)) return accept(apiKeys.ofLogin(caller.login))
    return accept(apiKeys.all().filter((key) => this.#isReached(caller, key)))
  }

  get(actor: Actor, id: number): Outcome<StoredApiKey> {
    const found = this.#found(actor, id)
    return isRefusal(found) ? found : accept(found.key)
  }

  create({ actor, login, fields: given, secret }: CreateKey): Outcome<StoredApiKey> {
    const fields = normalKey(given)
    const faults = keyFaults(fields, this.#desk.clock.now())
    if (faults.length > 0) return refuseInput(faults)
    const caller = this.#reach.holder(actor, RIGHT)
    if (isRefusal(caller)) return caller
    const owner = login ?? caller.login
    const refusal =
      this.#refuseOwner(caller, owner) ??
      this.#refuseFields(caller, owner, fields) ??
      this.#refuseOneMore(owner, fields.name)
    if (refusal !== null) return refusal
    const now = this.#desk.clock.now()
    return this.#changed(actor, owner, (journal) => {
      const key = this.#desk.tables.apiKeys.add({
        login: owner,
        ...fields,
        ...secret,
        old_digest: null,
        old_until: null,
        created_at: now,
        created_by: caller.login,
        last_used_at: null,
        last_ip: '',
        version: 1,
      })
      journal(key, 'was created', changesOf({}, fields))
      return key
    })
  }

  change({ actor, id, version, change: given }: ChangeKey): Outcome<StoredApiKey> {
    const normal = normalKey(given)
    const faults = keyFaults(normal, this.#desk.clock.now())
    if (faults.length > 0) return refuseInput(faults)
    const found = this.#found(actor, id, RIGHT)
    if (isRefusal(found)) return found
    const { caller, key } = found
    const before = key as unknown as Readonly<Record<string, unknown>>
    const sent = Object.entries(normal).filter(([field, to]) => !sameValue(before[field], to))
    const change = Object.fromEntries(sent) as Partial<KeyFields>
    const refusal = this.#refuseFields(caller, key.login, change)
    if (refusal !== null) return refusal
    if (version !== key.version) return refuseStale('API key', key.version)
    if (sent.length === 0) return accept(key)
    const isTaken = change.name !== undefined && this.#isTaken(key.login, change.name)
    if (isTaken) return nameTaken(change.name)
    return this.#changed(actor, key.login, (journal) => {
      const changed = { ...key, ...change, version: key.version + 1 }
      this.#desk.tables.apiKeys.put(changed)
      journal(changed, `was changed: ${Object.keys(change).join(', ')}`, changesOf(key, change))
      return changed
    })
  }

  rotate({ actor, id, secret, graceMs }: RotateKey): Outcome<StoredApiKey> {
    const found = this.#found(actor, id, RIGHT)
    if (isRefusal(found)) return found
    const { key } = found
    const until = this.#desk.clock.now() + graceMs
    return this.#changed(actor, key.login, (journal) => {
      const old = graceMs === 0 ? NO_OLD : { old_digest: key.digest, old_until: until }
      const rotated = { ...key, ...secret, ...old, version: key.version + 1 }
      this.#desk.tables.apiKeys.put(rotated)
      const end = graceMs === 0 ? 'at once' : `at ${new Date(until).toISOString()}`
      journal(rotated, `was rotated; the key before ends ${end}`)
      return rotated
    })
  }

  remove(actor: Actor, id: number): Outcome<null> {
    const found = this.#found(actor, id)
    if (isRefusal(found)) return found
    const { key } = found
    const removed = this.#desk.change((journal) => {
      this.#desk.tables.apiKeys.remove(id)
      const text = `The API key ${key.name} of ${key.login} was revoked`
      journal(actor, { kind: KIND, login: key.login, text, about: { kind: 'api_keys', id } })
      return accept(null)
    })
    if (removed.ok)
      this.#desk.publish({ type: 'auth', event: { type: 'api_keys_gone', ids: [id] } })
    return removed
  }

  /**
   * Stores uses. A use does not change the key, so the front is not notified and the journal has no
   * line.
   */
  used(uses: readonly ApiKeyUse[]): Outcome<null> {
    return this.#desk.change(() => {
      for (const { id, at, ip } of uses) this.#desk.tables.apiKeys.used(id, at, ip)
      return accept(null)
    })
  }

  /** A key that the caller may see and whose owner has these rights (A2). */
  #found(
    actor: Actor,
    id: number,
    ...rights: readonly (typeof RIGHT)[]
  ): { readonly caller: Caller; readonly key: StoredApiKey } | Refusal {
    const caller = this.#reach.holder(actor, ...rights)
    if (isRefusal(caller)) return caller
    const key = this.#desk.tables.apiKeys.get(id)
    if (key !== undefined && this.#isReached(caller, key)) return { caller, key }
    return because('not_found.api_key')
  }

  #isReached(caller: Caller, { login }: StoredApiKey): boolean {
    if (login === caller.login) return true
    return managesOthers(caller) && !isRefusal(this.#reach.managed(caller, login))
  }

  #refuseOwner(caller: Caller, owner: Login): Refusal | null {
    if (owner === caller.login) return null
    if (!caller.rights.has('config.staff')) {
      return because('forbidden.key_of_other')
    }
    const managed = this.#reach.managed(caller, owner)
    return isRefusal(managed) ? managed : null
  }

  /** Refuses fields that the caller or the owner does not have. */
  #refuseFields(
    caller: Caller,
    owner: Login,
    { rights, group_scope: scope }: Partial<KeyFields>,
  ): Refusal | null {
    const granted = {
      ...(rights ? { rights: [...rights] } : {}),
      ...(scope ? { group_scope: scope } : {}),
    } as Parameters<typeof refuseGrants>[0]
    const refusal = refuseGrants(granted, caller)
    if (refusal !== null || owner === caller.login) return refusal
    const profile = this.#desk.tables.staff.get(owner)
    const beyond = rightsBeyond(rights ?? [], new Set(profile?.rights))
    if (beyond.length > 0) {
      return refuseField(
        'rights',
        say('field.rights_of_login', { login: owner, rights: beyond.join(', ') }),
      )
    }
    if (!scope || scopeExcess(scope, profile?.group_scope ?? []) === null) return null
    return refuseField('group_scope', say('field.scope_of_login', { login: owner }))
  }

  #refuseOneMore(owner: Login, name: string): Refusal | null {
    const { apiKeys } = this.#desk.tables
    if (this.#isTaken(owner, name)) return nameTaken(name)
    if (apiKeys.ofLogin(owner).length >= API_KEYS_PER_LOGIN_MAX) {
      return because('conflict.api_keys_of_login', { max: API_KEYS_PER_LOGIN_MAX })
    }
    if (apiKeys.count() < API_KEYS_MAX) return null
    return because('conflict.api_keys', { max: API_KEYS_MAX })
  }

  #isTaken(owner: Login, name: string): boolean {
    return this.#desk.tables.apiKeys.named(owner, name) !== undefined
  }

  #changed(
    actor: Actor,
    login: Login,
    work: (journal: KeyJournal) => StoredApiKey,
  ): Outcome<StoredApiKey> {
    const outcome = this.#desk.change((journal) => {
      const key = work(({ id, name }, what, changes = []) => {
        const text = `The API key ${name} of ${login} ${what}`
        journal(actor, { kind: KIND, login, text, changes, about: { kind: 'api_keys', id } })
      })
      return accept(key)
    })
    const facts = this.#facts(login)
    if (outcome.ok && facts !== undefined) {
      const key = outcome.value
      this.#desk.publish({ type: 'auth', event: { type: 'api_key', key, facts } })
    }
    return outcome
  }
}

type KeyJournal = (key: StoredApiKey, what: string, changes?: ReturnType<typeof changesOf>) => void

const NO_OLD = { old_digest: null, old_until: null } as const

function managesOthers({ rights }: Caller): boolean {
  return rights.has(RIGHT) && rights.has('config.staff')
}

function nameTaken(name: string | undefined): Refusal {
  return because('conflict.name_taken', { name: name ?? '', noun: 'API key' })
}
