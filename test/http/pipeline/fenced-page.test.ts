import t from 'tap'
import { refuseField } from '../../../engine/reasons/fault.js'
import { say } from '../../../engine/reasons/reasons.js'
import { fencedPage, refuseFence } from '../../../http/pipeline/fenced-page.js'
import { jsonFields, jsonOf } from '../../../wire/format/json-parts.js'

t.test('a page tells how far its tables are where the client has asked', (t) => {
  const of = (isPending: boolean, fence?: string) => {
    const figures = { page: 2, total: 3, projectionSeq: 12, isPending }
    const rows = [{ a: 1 }, { a: 2 }].map(jsonOf)
    return JSON.parse(fencedPage(rows, figures, fence, jsonFields({ more: true })).text)
  }
  const page = { items: [{ a: 1 }, { a: 2 }], page: 2, total: 3, more: true }
  t.strictSame(of(true), page)
  t.strictSame(of(false, '12'), { ...page, consistency: 'current', projection_seq: '12' })
  const pending = { consistency: 'projection_pending', projection_seq: '12', retry_after_ms: 1000 }
  t.strictSame(of(true, '13'), { ...page, ...pending })
  t.end()
})

t.test('a fence is a number that the tables can have', (t) => {
  t.equal(refuseFence(undefined), undefined)
  t.equal(refuseFence('9223372036854775807'), undefined)
  const refused = refuseField('min_projection_seq', say('field.int64'))
  t.same(refuseFence('9223372036854775808'), refused)
  t.end()
})
