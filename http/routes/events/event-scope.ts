import { monthsBefore } from '../../../engine/calendar/calendar.js'
import { type Refusal, refuse } from '../../../engine/code.js'
import { CONFIG_KINDS } from '../../../engine/config/config-records.js'
import { EVENT_LOGINS_MAX } from '../../../engine/limits/events.js'
import { refuseField } from '../../../wire/answer/errors.js'
import { hiddenFields } from '../../../wire/schema/accounts/account-fields.js'
import type { EventsQuery } from '../../../wire/schema/records/events.js'
import { EVENT_KINDS, type EventKind, type EventScope } from '../../../wire/thread/event-reads.js'
import type { FrontServices } from '../../pipeline/services.js'
import type { Session } from '../../pipeline/session.js'
import { linesInReach } from '../../reach/journal-reach.js'
import { tradesReach } from '../../reach/trade-reach.js'
import { groupFacts } from '../accounts/account-views.js'
import { mayReadKind } from '../settings/config-readers.js'

/** The events that are asked for, as the query names them. */
export interface EventsAsked {
  readonly kinds: readonly EventKind[] | undefined
  readonly logins: readonly number[] | undefined
  readonly group: string | undefined
}

export function eventsAsked({ kinds, logins, group }: EventsQuery): EventsAsked | Refusal {
  const names = kinds?.split(',').map((name) => name.trim())
  const unknown = names?.find((name) => !isKind(name))
  if (unknown !== undefined) {
    return refuseField('kinds', `must be of: ${EVENT_KINDS.join(', ')}, with commas between`)
  }
  const numbers = logins?.split(',').map(Number)
  if (numbers !== undefined && numbers.length > EVENT_LOGINS_MAX) {
    return refuseField('logins', `may have ${EVENT_LOGINS_MAX} logins at most`)
  }
  return { kinds: names as EventKind[] | undefined, logins: numbers, group }
}

/** What the session may see of it now; a kind that it may not see is refused. */
export function eventScope(
  { kinds, logins, group }: EventsAsked,
  session: Session,
  { settings: { book }, clock }: Pick<FrontServices, 'settings' | 'clock'>,
): EventScope | Refusal {
  if (!session.rights.has('events')) return refuse('forbidden', 'This needs the right events.')
  const hidden = kinds?.find((kind) => !maySee(session, kind))
  if (hidden !== undefined) {
    return refuse('forbidden', `Events of the kind ${hidden} need ${RIGHTS_OF[hidden]}.`)
  }
  const { groups } = tradesReach(session, book, group === undefined ? {} : { group })
  const paths = new Set(groups)
  const lines = linesInReach(session, book)
  return {
    kinds: kinds ?? EVENT_KINDS.filter((kind) => maySee(session, kind)),
    groups: [...book.groups.values()].filter(({ path }) => paths.has(path)).map(groupFacts),
    isNarrowed: group !== undefined,
    ...(logins === undefined ? {} : { logins }),
    hidden: hiddenFields(session.rights),
    settings: CONFIG_KINDS.filter((kind) => mayReadKind(session, kind)),
    ...(lines === undefined ? {} : { lines }),
    linesFrom: session.logsMonths === 0 ? 0 : monthsBefore(clock.now(), session.logsMonths),
  }
}

const TRADES = 'the right trades.view'
const RIGHTS_OF: Readonly<Record<EventKind, string>> = {
  order: TRADES,
  deal: TRADES,
  position: TRADES,
  margin_call: TRADES,
  stop_out: TRADES,
  day_end: 'the rights accounts.view and trades.view',
  account: 'the right accounts.view',
  config: 'a right to read settings',
  journal: 'the right journal',
}

function maySee(session: Session, kind: EventKind): boolean {
  const { rights } = session
  switch (kind) {
    case 'account':
      return rights.has('accounts.view')
    case 'day_end':
      return rights.has('accounts.view') && rights.has('trades.view')
    case 'config':
      return CONFIG_KINDS.some((name) => mayReadKind(session, name))
    case 'journal':
      return rights.has('journal')
    default:
      return rights.has('trades.view')
  }
}

function isKind(name: string): boolean {
  return (EVENT_KINDS as readonly string[]).includes(name)
}
