import type { AccessFacts } from '../../engine/access/sign-in.js'
import { isStaffGroup } from '../../engine/names/group-path.js'
import type { ApiKeyUse, StoredApiKey } from '../../wire/stored/programs/stored-api-key.js'
import type { SessionRecord } from '../../wire/thread/auth-messages.js'
import { LiveSession } from './live-session.js'

/** The functions of the session store that API keys need. */
export interface KeySessions {
  bySessionId(id: string): LiveSession | undefined
  add(session: LiveSession): void
  changed(session: LiveSession): void
  close(id: string): void
}

interface Held {
  key: StoredApiKey
  facts: AccessFacts
  /** The time of the last use reported to the desk, and when it was reported. */
  toldAt: number
  writtenAt: number
}

/** The least time between two stored uses of a key. */
const USE_EVERY_MS = 60_000

/**
 * Staff's API keys in the memory of the front.
 *
 * - Each valid secret of a key is a session in the store, found by its digest. After a rotation a
 *   key has two secrets for a while.
 * - The permissions of a key follow from the key and its login. A change of either takes effect at
 *   once and ends the session if the key is no longer valid.
 * - Uses are counted in memory. `takeUses` returns the new ones, to be stored.
 */
export class ApiKeys {
  readonly #sessions: KeySessions
  readonly #now: () => number
  readonly #held = new Map<number, Held>()

  constructor(sessions: KeySessions, now: () => number) {
    this.#sessions = sessions
    this.#now = now
  }

  get size(): number {
    return this.#held.size
  }

  /** True if a key with this digest exists, whether it is valid or not. */
  knows(digest: string): boolean {
    for (const { key } of this.#held.values()) {
      if (key.digest === digest || key.old_digest === digest) return true
    }
    return false
  }

  load(keys: readonly StoredApiKey[], facts: ReadonlyMap<number, AccessFacts>): void {
    const gone = new Set(this.#held.keys())
    for (const key of keys) {
      const its = facts.get(key.login)
      if (its === undefined) continue
      gone.delete(key.id)
      this.take(key, its)
    }
    this.gone([...gone])
  }

  take(key: StoredApiKey, facts: AccessFacts): void {
    const held = this.#held.get(key.id)
    const before = held === undefined ? [] : secretsOf(held.key)
    if (held === undefined) {
      this.#held.set(key.id, { key, facts, toldAt: key.last_used_at ?? 0, writtenAt: 0 })
    } else Object.assign(held, { key, facts })
    this.#settle(key, facts, before)
  }

  /** Applies changed permissions of a login to its keys. */
  factsOf(facts: AccessFacts): void {
    for (const held of this.#held.values()) {
      if (held.key.login !== facts.login) continue
      held.facts = facts
      this.#settle(held.key, facts, [])
    }
  }

  gone(ids: readonly number[]): void {
    for (const id of ids) {
      const held = this.#held.get(id)
      this.#held.delete(id)
      for (const { digest } of held === undefined ? [] : secretsOf(held.key)) {
        this.#sessions.close(sessionIdOf(digest))
      }
    }
  }

  /** The uses to store now. A key whose session has an open socket (`isOpen`) is in use. */
  takeUses(isOpen: (sessionId: string) => boolean): ApiKeyUse[] {
    const now = this.#now()
    const uses: ApiKeyUse[] = []
    for (const [id, held] of this.#held) {
      if (Math.abs(now - held.writtenAt) < USE_EVERY_MS) continue
      const used = this.#newestUse(held.key, isOpen)
      if (used === null || used.at <= held.toldAt) continue
      held.toldAt = used.at
      held.writtenAt = now
      uses.push({ id, ...used })
    }
    return uses
  }

  #newestUse(
    key: StoredApiKey,
    isOpen: (sessionId: string) => boolean,
  ): Omit<ApiKeyUse, 'id'> | null {
    let newest: Omit<ApiKeyUse, 'id'> | null = null
    for (const { digest } of secretsOf(key)) {
      const session = this.#sessions.bySessionId(sessionIdOf(digest))
      if (session === undefined) continue
      const at = isOpen(session.id) ? this.#now() : session.lastSeenAt
      if (newest === null || at > newest.at) newest = { at, ip: session.ip }
    }
    return newest
  }

  #settle(key: StoredApiKey, facts: AccessFacts, before: readonly Secret[]): void {
    const now = this.#now()
    const isUsable = key.enabled && mayBeUsed(facts)
    const usable = isUsable ? secretsOf(key).filter(({ until }) => now < until) : []
    const kept = new Set(usable.map(({ digest }) => digest))
    for (const { digest } of [...before, ...secretsOf(key)]) {
      if (!kept.has(digest)) this.#sessions.close(sessionIdOf(digest))
    }
    for (const secret of usable) this.#renew(key, secret, facts)
  }

  #renew(key: StoredApiKey, { digest, until }: Secret, facts: AccessFacts): void {
    const known = this.#sessions.bySessionId(sessionIdOf(digest))
    if (known === undefined) {
      this.#sessions.add(new LiveSession(recordOf(key, digest, until), facts, key))
      return
    }
    known.takeKey(key, until)
    known.takeFacts(facts)
    this.#sessions.changed(known)
  }
}

interface Secret {
  readonly digest: string
  readonly until: number
}

/** The secrets of a key, newest first, each with its expiry. */
function secretsOf({ digest, expires_at, old_digest, old_until }: StoredApiKey): Secret[] {
  const until = expires_at ?? Number.POSITIVE_INFINITY
  const newest = { digest, until }
  if (old_digest === null || old_until === null) return [newest]
  return [newest, { digest: old_digest, until: Math.min(until, old_until) }]
}

function mayBeUsed({ enabled, staff, group }: AccessFacts): boolean {
  return enabled && staff?.active === true && isStaffGroup(group)
}

/** The session id is a prefix of the digest, which does not allow signing in. */
function sessionIdOf(digest: string): string {
  return `key-${digest.slice(0, 16)}`
}

function recordOf(key: StoredApiKey, digest: string, until: number): SessionRecord {
  return {
    id: sessionIdOf(digest),
    login: key.login,
    side: 'staff',
    terminal: 'api_key',
    readOnly: false,
    keepSignedIn: false,
    ip: key.last_ip,
    userAgent: '',
    createdAt: key.created_at,
    refreshedAt: key.last_used_at ?? 0,
    accessExpiresAt: until,
    refreshExpiresAt: until,
    digests: { access: digest, refresh: '', csrf: '', family: digest },
  }
}
