import t from 'tap'
import { StaffReader } from '../../../given/fronts/staff-reader.js'

t.test('a symbol is heard of as its group sees it, and as listed without one', (t) => {
  const { connection } = new StaffReader(1, [])
  connection.viewed.set(1, 'demo\\netting')
  t.strictSame([connection.groupFor(1), connection.groupFor(2)], ['demo\\netting', null])
  t.strictSame([connection.badFrames, connection.isMidReply], [0, false])
  t.end()
})
