import type { StoredSession } from '../../storage/repos/people/sessions.js'

/** A trader's session of the web terminal, with digests of its own. */
export function storedSession(id: string, over: Partial<StoredSession> = {}): StoredSession {
  return {
    id,
    login: 7,
    side: 'trader',
    terminal: 'web',
    read_only: false,
    keep_signed_in: false,
    by_link: false,
    skips_password_change: false,
    skips_codes: false,
    family_digest: `family-${id}`,
    access_digest: `access-${id}`,
    refresh_digest: `refresh-${id}`,
    csrf_digest: `csrf-${id}`,
    ip: '192.0.2.1',
    user_agent: '',
    created_at: 1,
    refreshed_at: 1,
    access_expires_at: 10,
    refresh_expires_at: 100,
    expires_at: 1000,
    ...over,
  }
}

/** One that can be refreshed until then. */
export function sessionUntil(id: string, until: number, over: Partial<StoredSession> = {}) {
  const ends = { access_expires_at: until, refresh_expires_at: until, expires_at: until }
  return storedSession(id, { ...ends, ...over })
}
