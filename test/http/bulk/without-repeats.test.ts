import t from 'tap'
import { refuseField } from '../../../engine/reasons/fault.js'
import { say } from '../../../engine/reasons/reasons.js'
import { withoutRepeats } from '../../../http/bulk/without-repeats.js'

t.test('each number is taken once, in its order, and as many as there may be', (t) => {
  t.same(withoutRepeats([], 2, 'ids'), [])
  t.same(withoutRepeats([7, 3, 7, 3, 3], 2, 'ids'), [7, 3])
  const refused = refuseField('ids', say('field.too_many_items', { max: 2 }))
  t.same(withoutRepeats([7, 3, 1, 7], 2, 'ids'), refused)
  t.end()
})
