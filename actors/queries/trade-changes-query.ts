import { textFromScaled, volumeText } from '../../engine/numbers/decimal.js'
import { because } from '../../engine/reasons/reasons.js'
import type { Login, UnixMs } from '../../engine/units.js'
import { tradeChangesRepo } from '../../storage/repos/records/trade-changes.js'
import type { Sqlite } from '../../storage/sqlite/open.js'
import { inSnapshot } from '../../storage/sqlite/snapshot.js'
import { type JsonValue, jsonFields, jsonObject } from '../../wire/format/json-parts.js'
import { timeText } from '../../wire/format/time-text.js'
import { expirationOf, type StoredChange } from '../../wire/stored/stored-change.js'
import { accept, type Handlers } from '../thread/ask.js'
import { groupReached } from './group-reached.js'
import { tradesOf } from './one-trade-query.js'
import { BAD_PAGE, isPage } from './page.js'
import { rowFactsReader } from './row-facts.js'

/**
 * The changes of one position or order, newest first. One out of the reader's reach is answered as
 * not found. A trader sees neither the staff user nor the request names of staff.
 */
export interface TradeChangesQueries {
  'trades.changes': { readonly request: TradeChangesAsk; readonly answer: TradeChangeRows }
}

export interface TradeChangesAsk {
  readonly kind: 'positions' | 'orders'
  readonly id: number
  /** The account whose owner reads, or the groups that the staff user may see. */
  readonly reader: { readonly login: Login } | { readonly groups: readonly string[] }
  readonly from?: UnixMs
  readonly to?: UnixMs
  readonly page: number
  readonly limit: number
}

export interface TradeChangeRows {
  readonly rows: readonly JsonValue[]
  readonly total: number
  /** False for trades that are older than the storing of changes. */
  readonly isComplete: boolean
}

export function tradeChangesQueries(db: Sqlite): Handlers<TradeChangesQueries> {
  const changes = tradeChangesRepo(db)
  const trades = tradesOf(db)
  const readFacts = rowFactsReader(db)
  const isInGroups = groupReached(db)
  const isReached = (login: Login, reader: TradeChangesAsk['reader']): boolean =>
    'login' in reader ? reader.login === login : isInGroups(login, reader.groups)
  return {
    'trades.changes': ({ kind, id, reader, page, limit, ...times }) =>
      inSnapshot(db, () => {
        if (!isPage(page, limit)) return BAD_PAGE
        const one = trades.named({ kind, id })
        if (one === undefined || !isReached(one.login, reader)) {
          return because(kind === 'orders' ? 'not_found.order' : 'not_found.position', { id })
        }
        const ofOrder = kind === 'orders'
        const asked = { id, ofOrder, ...times }
        const { digits } = readFacts().symbol(one.symbolId)
        const rows = changes.page(asked, (page - 1) * limit, limit)
        return accept({
          rows: rows.map((row) => changeText(row, digits, 'groups' in reader)),
          total: changes.count(asked),
          isComplete: one.at >= changes.keptFrom().at,
        })
      }),
  }
}

function changeText(row: StoredChange, digits: number, isForStaff: boolean): JsonValue {
  const { at, field, old, by, actor, clientOrderId, requestId } = row
  const isOwnName = isForStaff || by !== 'dealer'
  return jsonObject(
    jsonFields({
      at: timeText(at),
      field,
      old: shownValue(field, old, digits),
      new: shownValue(field, row.new, digits),
      by: by === 'trailing' ? 'server' : by,
      ...(isForStaff ? { actor: actor || null } : {}),
      client_order_id: (isOwnName && clientOrderId) || null,
      request_id: requestId || null,
    }),
  )
}

function shownValue(
  field: StoredChange['field'],
  value: number,
  digits: number,
): string | number | null {
  if (value === 0) return null
  switch (field) {
    case 'trailing_pts':
      return value
    case 'volume_current':
      return volumeText(value)
    case 'expiration':
      return expirationOf(value)
    case 'expires_at':
      return timeText(value)
    default:
      return textFromScaled(value, digits)
  }
}
