import t from 'tap'
import { WorkNote } from '../../../../actors/shard/log/work-note.js'
import type { Login } from '../../../../engine/units.js'

t.test('whose work is in hand is read from memory that another thread holds', (t) => {
  const memory = WorkNote.create()
  const work = new WorkNote(memory)
  const reader = new WorkNote(memory)
  t.equal(reader.login, 0)
  work.begin(4_000_000_001 as Login)
  t.equal(reader.login, 4_000_000_001)
  work.end()
  t.equal(reader.login, 0)
  t.end()
})
