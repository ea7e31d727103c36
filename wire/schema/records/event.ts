import { POSITION_FIELDS, rowView } from '../../row/rows.js'
import { ACCOUNT_EVENT_CHANGES, EVENT_KINDS, type EventKind } from '../../thread/event-reads.js'
import { AccountView } from '../accounts/account.js'
import { DailyView } from '../accounts/daily.js'
import { SettingChangedView, WatchedStandingView } from '../live/told-rows.js'
import { AnyText, Choice, Nullable, Rows, Time, type TSchema, View } from '../scalars.js'
import { DealView, OrderView } from '../trading/trades.js'
import { Type } from '../type.js'
import { JournalLineView } from './journal.js'

/** An event of the stream, with one shape for each kind (docs/build/events.md). */
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

/** A position as of the event; `closed_at` is set once it is closed. */
export const PositionRowView = rowView(POSITION_FIELDS, 'stored')
/** `account` is the row as of the read, without its money. */
export const AccountChangeView = View({
  change: Choice(ACCOUNT_EVENT_CHANGES),
  fields: Rows(AnyText),
  account: AccountView,
})

export const OrderEventView = eventOf('order', OrderView)
export const DealEventView = eventOf('deal', DealView)
export const PositionEventView = eventOf('position', PositionRowView)
export const MarginCallEventView = eventOf('margin_call', WatchedStandingView)
export const StopOutEventView = eventOf('stop_out', WatchedStandingView)
export const DayEndEventView = eventOf('day_end', DailyView)
export const AccountEventView = eventOf('account', AccountChangeView)
export const ConfigEventView = eventOf('config', SettingChangedView)
export const JournalEventView = eventOf('journal', JournalLineView)

const SHAPES: Readonly<Partial<Record<EventKind, TSchema>>> = {
  order: OrderEventView,
  deal: DealEventView,
  position: PositionEventView,
  margin_call: MarginCallEventView,
  stop_out: StopOutEventView,
  day_end: DayEndEventView,
  account: AccountEventView,
  config: ConfigEventView,
  journal: JournalEventView,
}
const ANY_DATA = Type.Unsafe<unknown>({})

/** The same without the shape of `data`, for sockets: the REST API describes each kind. */
export const StreamEventView = View({
  ...eventOf('order', ANY_DATA).properties,
  kind: Choice(EVENT_KINDS),
})

export const EventView = Type.Union(
  EVENT_KINDS.map((kind) => SHAPES[kind] ?? eventOf(kind, ANY_DATA)),
  { 'x-discriminator': 'kind' },
)
