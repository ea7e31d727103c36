import { type JsonValue, jsonOf } from '../../wire/format/json-parts.js'
import type { Key } from '../../wire/frame/frame-writer.js'
import { JsonWriter } from '../../wire/frame/writer.js'
import { rowText, rowTextBy } from '../../wire/row/row-text.js'
import { EVENT_KINDS, type EventKind } from '../../wire/thread/event-reads.js'

/**
 * The texts of events that go out to receivers of webhooks, in every event and by the kind of event.
 * For receivers any other text is null, because a person may have typed it. Fields of an account
 * declare this themselves (wire/account/account-field.ts).
 */
const SENT_IN_ALL = 'id kind at group via request_id client_order_id'
const SENT: Readonly<Partial<Record<EventKind, string>>> = {
  day_end:
    'date currency balance balance_prev_day balance_prev_month credit swap equity margin ' +
    'margin_free floating_profit daily_profit daily_swap daily_fee daily_commission_instant ' +
    'daily_commission_turnover daily_deposits daily_withdrawals daily_credit daily_bonuses ' +
    'daily_charges daily_corrections daily_compensation',
  account: 'change fields',
  password: 'change',
  application: 'change state language created_at decided_at',
  session: 'change terminal address',
  job: 'state error created_at starts_at started_at finished_at',
}

/** Makes the JSON of an event. It decides which texts the reader gets. */
export interface EventTexts {
  readonly rowText: typeof rowText
  readonly jsonOf: (data: object) => JsonValue
}

class SentTextWriter extends JsonWriter {
  readonly #sent: ReadonlySet<string>

  constructor(sent: ReadonlySet<string>) {
    super()
    this.#sent = sent
  }

  override text(key: Key, value: string): void {
    if (this.#sent.has(key.name)) super.text(key, value)
    else this.none(key)
  }
}

const ALL_TEXTS: EventTexts = { rowText, jsonOf }
const SENT_TEXTS = new Map(EVENT_KINDS.map((kind) => [kind, sentTexts(kind)]))

/** `isForReceiver` if the event goes out to the receiver of a webhook. */
export function eventTexts(kind: EventKind, isForReceiver: boolean): EventTexts {
  return isForReceiver ? (SENT_TEXTS.get(kind) as EventTexts) : ALL_TEXTS
}

function sentTexts(kind: EventKind): EventTexts {
  const sent = new Set(`${SENT_IN_ALL} ${SENT[kind] ?? ''}`.split(' '))
  const shown = (name: string, value: unknown): unknown => {
    if (typeof value === 'string' || Array.isArray(value)) return sent.has(name) ? value : null
    return typeof value === 'object' && value !== null ? shownIn(value) : value
  }
  const shownIn = (data: object): object =>
    Object.fromEntries(Object.entries(data).map(([name, value]) => [name, shown(name, value)]))
  return {
    rowText: rowTextBy(new SentTextWriter(sent)),
    jsonOf: (data) => jsonOf(shownIn(data)),
  }
}
