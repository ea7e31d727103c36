import { monthsBefore } from '../../../engine/calendar/calendar.js'
import { isRefusal, type Refusal } from '../../../engine/code.js'
import { hiddenFields } from '../../../wire/account/account-fields.js'
import { JsonText } from '../../../wire/answer/envelope.js'
import { jsonField, jsonFields, jsonList, jsonObject } from '../../../wire/format/json-parts.js'
import { timeText } from '../../../wire/format/time-text.js'
import {
  JournalChainView,
  JournalPageView,
  JournalQuery,
} from '../../../wire/schema/shared/journal.js'
import { aboutOf } from '../../../wire/stored/journal-line.js'
import type { Session } from '../../exchange/session.js'
import { readTimeRange, type TimeRange } from '../../pipeline/time-range.js'
import { linesInReach } from '../../reach/journal-reach.js'
import { type FrontRoute, type FrontServices, route } from '../route.js'

export const adminJournalRoutes: readonly FrontRoute[] = [
  route({
    method: 'GET',
    path: '/admin/v1/journal',
    audience: 'staff',
    rights: ['journal'],
    summary: 'Read the journal',
    description:
      'Lists lines newest first, as far back as your `logs_months`. You see lines about accounts ' +
      'in your scope (staff accounts need `config.staff`), about groups whose masks are within ' +
      'your scope, and lines about no account or group.\n\n' +
      '`from` and `to` are UTC times or days in server time, both inclusive. `actor` 0 means the ' +
      'system. `kind` takes several kinds, separated by commas. `text` is a part of the text in ' +
      'any case. `about` is a record, such as `groups:5`. Values that your rights hide are null, ' +
      'and so is the hash of the line.',
    query: JournalQuery,
    data: JournalPageView,
    errors: ['unavailable'],
    handle: ({ query, session, services }) => journalPage(query, session, services),
  }),
  route({
    method: 'GET',
    path: '/admin/v1/journal/chain',
    audience: 'staff',
    rights: ['journal'],
    rate: { per: 'login', max: 30, seconds: 60 },
    summary: 'Check the chain of the journal',
    description:
      'The server writes the number and hash of the newest journal line into the logs of trades ' +
      'once a second. `ok` is true if the journal still has this line with this hash and the ' +
      'chain over the 1,000 lines before it is intact. `openfloor verify` checks all lines. In ' +
      'the first second after the start, all fields are null.',
    data: JournalChainView,
    errors: ['unavailable'],
    async handle({ services, session }) {
      const anchor = services.anchors.journalAnchor
      if (anchor === null) return { ok: null, id: null, at: null }
      const { id, hash, at } = anchor
      const holds = await services.queries.of(session).run('journal.holds', { id, hash })
      return holds.ok ? { ok: holds.value, id, at: timeText(at) } : holds
    },
  }),
]

/** A page of the journal with the lines that the session may read. */
export async function journalPage(
  query: JournalQuery,
  session: Session,
  services: FrontServices,
): Promise<JsonText | Refusal> {
  const range = readTimeRange(query, services.serverClock())
  if (isRefusal(range)) return range
  const { login, actor, text, page, limit } = query
  const about = aboutOf(query.about ?? null)
  const kinds = kindsIn(query.kind)
  const reach = linesInReach(session, services.settings.book)
  const found = await services.queries.of(session).run('journal.page', {
    filter: {
      ...within(range, session.logsMonths, services.clock.now()),
      ...(login === undefined ? {} : { login }),
      ...(actor === undefined ? {} : { actor: actor === 0 ? null : actor }),
      ...(kinds.length === 0 ? {} : { kinds }),
      ...(text === undefined ? {} : { text }),
      ...(about === null ? {} : { about }),
      ...(reach === undefined ? {} : { reach }),
    },
    hidden: hiddenFields(session.rights),
    page,
    limit,
  })
  if (!found.ok) return found
  const { lines, total } = found.value
  const items = jsonField('items', jsonList(lines))
  return new JsonText(jsonObject(items, jsonFields({ page, total })))
}

function within(range: TimeRange, months: number, now: number): TimeRange {
  if (months === 0) return range
  return { ...range, from: Math.max(range.from ?? 0, monthsBefore(now, months)) }
}

function kindsIn(list = ''): string[] {
  const kinds = list.split(',').map((kind) => kind.trim())
  return [...new Set(kinds)].filter((kind) => kind !== '')
}
