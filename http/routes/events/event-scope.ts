import type { Right } from '../../../engine/access/rights.js'
import { monthsBefore } from '../../../engine/calendar/calendar.js'
import { isRefusal, type Refusal } from '../../../engine/code.js'
import { CONFIG_KINDS } from '../../../engine/config/config-records.js'
import { EVENT_LOGINS_MAX } from '../../../engine/limits/events.js'
import { refuseField } from '../../../engine/reasons/fault.js'
import { because, say } from '../../../engine/reasons/reasons.js'
import { hiddenFields } from '../../../wire/account/account-fields.js'
import type { EventsQuery } from '../../../wire/schema/records/events.js'
import { EVENT_KINDS, type EventKind, type EventScope } from '../../../wire/thread/event-reads.js'
import type { Session } from '../../exchange/session.js'
import { linesInReach } from '../../reach/journal-reach.js'
import { tradesReach } from '../../reach/trade-reach.js'
import { groupFacts } from '../accounts/account-views.js'
import type { FrontServices } from '../route.js'
import { mayReadKind } from '../settings/config-readers.js'

export interface EventFilter {
  readonly kinds: readonly EventKind[] | undefined
  readonly logins: readonly number[] | undefined
  readonly group: string | undefined
}

export function eventFilter({ kinds, logins, group }: EventsQuery): EventFilter | Refusal {
  const names = knownKinds(kinds?.split(',').map((name) => name.trim()))
  if (isRefusal(names)) return names
  const numbers = logins?.split(',').map(Number)
  if (numbers !== undefined && numbers.length > EVENT_LOGINS_MAX) {
    return refuseField('logins', say('field.too_many_items', { max: EVENT_LOGINS_MAX }))
  }
  return { kinds: names, logins: numbers, group }
}

/** The requested kinds, or a refusal if one is unknown. */
export function knownKinds(
  names: readonly string[] | undefined,
): readonly EventKind[] | undefined | Refusal {
  if (names === undefined || names.every(isKind)) return names
  return refuseField('kinds', say('field.kinds_of_events', { choices: EVENT_KINDS.join(', ') }))
}

type ScopeParts = {
  readonly settings: Pick<FrontServices['settings'], 'book'>
  readonly clock: Pick<FrontServices['clock'], 'now'>
}

/** Limits the filter to what the session may see. A named kind that it may not see is refused. */
export function eventScope(
  asked: EventFilter,
  session: Session,
  parts: ScopeParts,
): EventScope | Refusal {
  if (session.isClosed === true) return because('auth.session_expired.over')
  if (!session.rights.has('events')) return because('forbidden.needs', { right: 'events' })
  const hidden = asked.kinds?.find((kind) => !maySee(session, kind))
  if (hidden !== undefined) {
    return because('forbidden.events_of_kind', { kind: hidden, rights: rightsText(hidden) })
  }
  return scopeOf(asked, session, parts)
}

/** Limits the filter to what the session may see. Kinds that it may not see are left out. */
export function scopeOf(
  { kinds = EVENT_KINDS, logins, group }: EventFilter,
  session: Session,
  { settings: { book }, clock }: ScopeParts,
): EventScope {
  const { groups } = tradesReach(session, book, group === undefined ? {} : { group })
  const paths = new Set(groups)
  const lines = linesInReach(session, book)
  return {
    kinds: kinds.filter((kind) => maySee(session, kind)),
    groups: [...book.groups.values()].filter(({ path }) => paths.has(path)).map(groupFacts),
    isNarrowed: group !== undefined,
    ...(logins === undefined ? {} : { logins }),
    reader: session.login,
    hidden: hiddenFields(session.rights),
    settings: CONFIG_KINDS.filter((kind) => mayReadKind(session, kind)),
    ...(lines === undefined ? {} : { lines }),
    linesFrom: session.logsMonths === 0 ? 0 : monthsBefore(clock.now(), session.logsMonths),
  }
}

const TRADES: readonly Right[] = ['trades.view']
/**
 * The rights for each kind of event; all are needed. For `config` it is the right to read the kind
 * of settings.
 */
const RIGHTS_OF: Readonly<Record<Exclude<EventKind, 'config'>, readonly Right[]>> = {
  order: TRADES,
  deal: TRADES,
  position: TRADES,
  margin_call: TRADES,
  stop_out: TRADES,
  day_end: ['accounts.view', 'trades.view'],
  account: ['accounts.view'],
  password: ['accounts.view'],
  application: ['applications'],
  session: ['accounts.online'],
  mail: ['mailbox'],
  // Every user may see the events of jobs that they started.
  job: [],
  journal: ['journal'],
}

function maySee(session: Session, kind: EventKind): boolean {
  if (kind === 'config') return CONFIG_KINDS.some((name) => mayReadKind(session, name))
  return RIGHTS_OF[kind].every((right) => session.rights.has(right))
}

function rightsText(kind: EventKind): string {
  return kind === 'config' ? 'config.*' : RIGHTS_OF[kind].join(', ')
}

function isKind(name: string): name is EventKind {
  return (EVENT_KINDS as readonly string[]).includes(name)
}
