import t from 'tap'
import { eventTexts } from '../../../actors/events/sent-texts.js'
import { tradeData, tradeKind } from '../../../actors/events/trade-event.js'
import { rowFactsReader } from '../../../actors/queries/row-facts.js'
import type { TradeSource } from '../../../storage/events/source-events.js'
import { hiddenFields, UNSENT_FIELDS } from '../../../wire/account/account-fields.js'
import { rowHolder } from '../../../wire/row/row-facts.js'
import { fieldsOf } from '../../../wire/row/row-fields.js'
import { compileRow } from '../../../wire/row/row-writer.js'
import { writeHistory } from '../../given/records/histories.js'
import { openBooks, projectAll, projector } from '../../given/records/projection.js'

t.test('a text that nobody declared does not leave the server', (t) => {
  const { jsonOf, rowText } = eventTexts('application', true)
  const application = { state: 'new', leverage: 5, hobby: 'chess', tags: ['chess'] }
  t.equal(
    jsonOf({ change: 'filed', word: 'typed', application }),
    '{"change":"filed","word":null,' +
      '"application":{"state":"new","leverage":5,"hobby":null,"tags":null}}',
  )
  const field = fieldsOf<{ hobby: string; clientOrderId: string }>()
  const row = compileRow<{ hobby: string; clientOrderId: string }, undefined, undefined>({
    hobby: field.textOrNone('hobby'),
    client_order_id: field.textOrNone('clientOrderId'),
  })
  const typed = { hobby: 'chess', clientOrderId: 'a-1' }
  t.equal(
    rowText(row.stored, typed, undefined, undefined, undefined),
    '{"hobby":null,"client_order_id":"a-1"}',
  )
  t.same(UNSENT_FIELDS, hiddenFields(new Set()), 'all personal fields, and only these')
  t.end()
})

t.test('a receiver gets the bytes that staff read, without comments', (t) => {
  const { db, logs } = openBooks(t, 2)
  const records = writeHistory(logs, { seed: 3, count: 300, logins: 8, turn: 6 })
  projectAll(projector(db, logs), records.length)
  const group = { path: 'real\\für', currency: 'EUR', digits: 2, leverage: 100 }
  const rows = rowFactsReader(db)()
  const seen = new Set<string>()
  for (const record of records) {
    const holder = rowHolder(record.login, group.path, 2)
    for (const told of record.events) {
      const event = 'comment' in told ? { ...told, comment: 'mine "é"' } : told
      const source = { event, record, seq: 1 } as TradeSource
      const kind = tradeKind(source)
      if (kind === undefined) continue
      seen.add(kind)
      const facts = { rows, holder, group, nameOf: () => null }
      const whole = tradeData(db, source, { ...facts, ...eventTexts(kind, false) })
      const sent = tradeData(db, source, { ...facts, ...eventTexts(kind, true) })
      const data = JSON.parse(whole ?? 'null')
      if (data !== null && 'comment' in data) data.comment = null
      if ((sent ?? 'null') !== JSON.stringify(data)) t.equal(sent, JSON.stringify(data), kind)
    }
  }
  t.same([...seen].sort(), ['day_end', 'deal', 'margin_call', 'order', 'position', 'stop_out'])
  t.end()
})
