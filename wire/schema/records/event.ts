import { POSITION_FIELDS, rowView } from '../../row/rows.js'
import { ACCOUNT_EVENT_CHANGES, EVENT_KINDS, type EventKind } from '../../thread/event-reads.js'
import { AnyText, Choice, Nullable, Rows, Time, type TSchema, View } from '../../types/scalars.js'
import { Type } from '../../types/type.js'
import { AccountView } from '../accounts/account.js'
import { DailyView } from '../accounts/daily.js'
import { ApplicationView } from '../people/application.js'
import { JobView } from '../shared/job.js'
import { JournalLineView } from '../shared/journal.js'
import { DealView, OrderView } from '../trading/trades.js'
import { SettingChangedView, WatchedStandingView } from './event-views.js'

/** An event of the event stream, with a schema for each kind (docs/build/events.md). */
const TextOrNone = Nullable(AnyText)
const WholeOrNone = Nullable(Type.Integer())

function eventOf(kind: EventKind, data: TSchema) {
  return View({
    id: AnyText,
    kind: Type.Literal(kind),
    at: Time,
    login: WholeOrNone,
    group: TextOrNone,
    actor: WholeOrNone,
    via: TextOrNone,
    request_id: TextOrNone,
    client_order_id: TextOrNone,
    data,
  })
}

/** A position at the time of the event. `closed_at` is set after it has been closed. */
export const PositionRowView = rowView(POSITION_FIELDS, 'stored')
/** `account` is the account at the time of reading, without its money. */
export const AccountChangeView = View({
  change: Choice(ACCOUNT_EVENT_CHANGES),
  fields: Rows(AnyText),
  account: AccountView,
})

export const PasswordChangeView = View({
  kind: Choice(['master', 'investor', 'phone', 'api']),
  change: Choice(['set', 'removed']),
})

export const SessionChangeView = View({
  change: Choice(['opened', 'closed']),
  terminal: AnyText,
  address: AnyText,
})

/** `application` is the application at the time of reading; null if it has been deleted. */
export const ApplicationChangeView = View({
  change: Choice(['filed', 'approved', 'rejected']),
  application: Nullable(ApplicationView),
})

/** A deleted message has null fields. `groups` are the masks of a message to groups. */
export const MessageSentView = View({
  message_id: TextOrNone,
  from: WholeOrNone,
  subject: TextOrNone,
  groups: Nullable(Rows(AnyText)),
})

export const OrderEventView = eventOf('order', OrderView)
export const DealEventView = eventOf('deal', DealView)
export const PositionEventView = eventOf('position', PositionRowView)
export const MarginCallEventView = eventOf('margin_call', WatchedStandingView)
export const StopOutEventView = eventOf('stop_out', WatchedStandingView)
export const DayEndEventView = eventOf('day_end', DailyView)
export const AccountEventView = eventOf('account', AccountChangeView)
export const PasswordEventView = eventOf('password', PasswordChangeView)
export const ApplicationEventView = eventOf('application', ApplicationChangeView)
export const SessionEventView = eventOf('session', SessionChangeView)
export const MailEventView = eventOf('mail', MessageSentView)
export const JobEventView = eventOf('job', JobView)
export const ConfigEventView = eventOf('config', SettingChangedView)
export const JournalEventView = eventOf('journal', JournalLineView)

const SHAPES: Readonly<Record<EventKind, TSchema>> = {
  order: OrderEventView,
  deal: DealEventView,
  position: PositionEventView,
  margin_call: MarginCallEventView,
  stop_out: StopOutEventView,
  day_end: DayEndEventView,
  account: AccountEventView,
  password: PasswordEventView,
  application: ApplicationEventView,
  session: SessionEventView,
  mail: MailEventView,
  job: JobEventView,
  config: ConfigEventView,
  journal: JournalEventView,
}
const ANY_DATA = Type.Unsafe<unknown>({})

/** An event without a schema for `data`, for sockets; the REST API describes each kind. */
export const StreamEventView = View({
  ...eventOf('order', ANY_DATA).properties,
  kind: Choice(EVENT_KINDS),
})

export const EventView = Type.Union(
  EVENT_KINDS.map((kind) => SHAPES[kind]),
  { 'x-discriminator': 'kind' },
)
