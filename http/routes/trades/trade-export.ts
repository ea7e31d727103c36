import { isRefusal } from '../../../engine/code.js'
import { refuseField } from '../../../engine/reasons/fault.js'
import { say } from '../../../engine/reasons/reasons.js'
import {
  type StoredTradeExport,
  TradeExportBody,
} from '../../../wire/schema/records/trade-export.js'
import { JobView } from '../../../wire/schema/shared/job.js'
import { TRADE_WINDOW_FIELDS } from '../../../wire/schema/trading/trade-window-fields.js'
import { ClosedPositionView, DealView } from '../../../wire/schema/trading/trades.js'
import { jobView } from '../../../wire/stored/stored-job.js'
import type { TradeExportList } from '../../../wire/window/trade-window.js'
import { readFilter } from '../../../wire/window/window-query.js'
import { readTimeRange } from '../../pipeline/time-range.js'
import { type FrontRoute, route } from '../route.js'

const COLUMNS: Readonly<Record<TradeExportList, readonly string[]>> = {
  deals: plainFields(DealView),
  closed: plainFields(ClosedPositionView),
}

/** Fields with a value that fits into one cell. */
function plainFields({ properties }: { readonly properties: object }): string[] {
  return Object.keys(properties).filter((name) => name !== 'origin')
}

export const tradeExportRoute: FrontRoute = route({
  method: 'POST',
  path: '/admin/v1/trades/export',
  audience: 'staff',
  rights: ['trades.view'],
  summary: 'Export deals or closed positions',
  description:
    'Starts a job that writes a CSV file with every row that the window of the list shows for ' +
    'the same conditions, sorted by number. `fields` sets the columns and their order. `from` ' +
    'and `to` are UTC times or days in server time, both inclusive.\n\n' +
    'Accounts of staff groups and rows after the request are left out. A text that begins like a ' +
    'formula gets an apostrophe in front.',
  idempotent: true,
  body: TradeExportBody,
  data: JobView,
  errors: ['conflict', 'too_many_requests', 'unavailable'],
  example: { body: { list: 'deals', group: 'real\\*', from: '2026-10-01', to: '2026-10-31' } },
  input: ({ body, services }) => readTimeRange(body, services.serverClock()),
  async handle({ body, session, services, actor, keyed, input: range }) {
    const { list, filter, group, login, fields } = body
    const columns = COLUMNS[list]
    const chosen = fields?.split(',') ?? columns
    const unknown = chosen.find((name) => !columns.includes(name))
    if (unknown !== undefined)
      return refuseField('fields', say('field.no_field', { name: unknown }))
    const conditions = readFilter(filter ?? '[]', TRADE_WINDOW_FIELDS[list], session.rights)
    if (isRefusal(conditions)) return conditions
    const request: StoredTradeExport = {
      list,
      ...(filter === undefined ? {} : { filter }),
      ...(group === undefined ? {} : { group }),
      ...(login === undefined ? {} : { login }),
      ...(range.from === undefined ? {} : { from: range.from }),
      to: range.to ?? services.clock.now(),
      fields: chosen,
    }
    const created = await services.desk.ask('jobs.create', {
      actor,
      ...keyed,
      kind: 'trades.export',
      request,
      rights: ['trades.view'],
      scope: session.groupScope,
    })
    return created.ok ? jobView(created.value) : created
  },
})
