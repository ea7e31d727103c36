import { type AccountRecord, symbolOf } from '../../engine/account/event.js'
import type { Login } from '../../engine/units.js'
import type { TradeSource } from '../../storage/events/source-events.js'
import { dailyRepo } from '../../storage/repos/accounts/daily.js'
import type { Sqlite } from '../../storage/sqlite/open.js'
import type { GroupFacts } from '../../wire/account/account-text.js'
import { dailyView } from '../../wire/answer/daily-view.js'
import type { JsonValue } from '../../wire/format/json-parts.js'
import type { FrameWriter } from '../../wire/frame/frame-writer.js'
import { clientNameOf, staffNameOf } from '../../wire/record/request-key.js'
import type { RowHolder } from '../../wire/row/row-facts.js'
import { DEAL_ROW, ORDER_ROW, POSITION_ROW } from '../../wire/row/rows.js'
import type { EventKind } from '../../wire/thread/event-reads.js'
import { writeStanding } from '../../wire/trade/standing-views.js'
import type { RowFacts } from '../queries/row-facts.js'
import type { EventTexts } from './sent-texts.js'

/** The kind of an event; undefined if the stream does not report it. */
export function tradeKind({ event }: TradeSource): EventKind | undefined {
  switch (event.type) {
    case 'order':
      return 'order'
    case 'deal':
    case 'restored_deal':
      return 'deal'
    case 'position':
    case 'correction':
    case 'restored_position':
      return 'position'
    case 'standing':
      return event.standing
    case 'day':
      return 'day_end'
    case 'night':
    case 'restatement':
      return undefined
  }
}

/** Additional data for the row of an event. */
export interface EventFacts extends EventTexts {
  readonly rows: RowFacts
  readonly holder: RowHolder
  readonly group: GroupFacts
  /**
   * The name of the account's owner; null if the reader may not see it. Few events need it, and it
   * costs a query.
   */
  readonly nameOf: () => string | null
}

/**
 * The trade's row at the time of the event. A daily row is read from the tables, because it never
 * changes.
 */
export function tradeData(
  db: Sqlite,
  { event, record, seq }: TradeSource,
  { rows, holder, group, nameOf, rowText, jsonOf }: EventFacts,
): JsonValue | undefined {
  switch (event.type) {
    case 'order':
      return rowText(ORDER_ROW.stored, event, holder, rows.symbol(event.symbolId), undefined)
    case 'deal':
    case 'restored_deal': {
      const symbolId = symbolOf(event)
      const symbol = symbolId === 0 ? undefined : rows.symbol(symbolId)
      const told = event.type === 'deal' ? seq : event.seq
      return rowText(DEAL_ROW.stored, event, holder, symbol, told)
    }
    case 'position':
    case 'correction':
    case 'restored_position':
      return rowText(POSITION_ROW.stored, event, holder, rows.symbol(event.symbolId), undefined)
    case 'standing': {
      const write = (w: FrameWriter): void =>
        writeStanding(w, event, holder.moneyDigits, undefined, record.login)
      return rowText(write, undefined, undefined, undefined, undefined)
    }
    case 'day': {
      const row = dailyRepo(db).get(event.day, record.login)
      const { currency, digits: moneyDigits } = group
      return row && jsonOf(dailyView(row, { currency, moneyDigits, name: nameOf() }))
    }
    case 'night':
    case 'restatement':
      return undefined
  }
}

/** The login of the person who caused the event; null for the server. */
export function tradeActor({ event, record }: TradeSource): Login | null {
  const { note, login } = record
  if (note !== undefined) return note.actor || null
  if (!('reason' in event)) return null
  if ('dealer' in event && event.dealer !== 0) return event.dealer
  return event.reason === 'client' || event.reason === 'api' ? login : null
}

export function requestOf({ note, origin, requestKey }: AccountRecord): {
  readonly request_id: string | null
  readonly client_order_id: string | null
} {
  const client_order_id = clientNameOf(requestKey) ?? staffNameOf(requestKey)?.clientOrderId ?? null
  return { request_id: note?.requestId || origin?.requestId || null, client_order_id }
}
