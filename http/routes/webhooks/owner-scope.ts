import type { AccessFacts } from '../../../engine/access/sign-in.js'
import type { Book } from '../../../engine/book/compiled.js'
import type { WebhookRecord } from '../../../engine/config/records/webhook.js'
import { isStaffGroup } from '../../../engine/names/group-path.js'
import { UNSENT_FIELDS } from '../../../wire/account/account-fields.js'
import type { EventScope } from '../../../wire/thread/event-reads.js'
import type { Session } from '../../exchange/session.js'
import { LiveSession } from '../../sessions/live-session.js'
import { scopeOf } from '../events/event-scope.js'

/** The events that a webhook delivers now; undefined while its owner may not sign in. */
export function webhookScope(
  { kinds, group }: Pick<WebhookRecord, 'kinds' | 'group'>,
  owner: AccessFacts | null,
  book: Book,
  now: number,
): EventScope | undefined {
  if (owner === null || !owner.enabled || owner.staff?.active !== true) return undefined
  if (!isStaffGroup(owner.group)) return undefined
  const asked = { kinds, group: group ?? undefined, logins: undefined }
  const parts = { settings: { book }, clock: { now: () => now } }
  return { ...scopeOf(asked, sessionOf(owner), parts), hidden: UNSENT_FIELDS, isForReceiver: true }
}

/** A session with the rights that the owner would have after signing in. */
function sessionOf(owner: AccessFacts): Session {
  const record = {
    id: `webhook-${owner.login}`,
    login: owner.login,
    side: 'staff',
    terminal: 'api_key',
    readOnly: true,
    keepSignedIn: false,
    ip: '',
    userAgent: '',
    createdAt: 0,
    refreshedAt: 0,
    accessExpiresAt: 0,
    refreshExpiresAt: 0,
    digests: { access: '', refresh: '', csrf: '', family: '' },
  } as const
  return new LiveSession(record, owner)
}
