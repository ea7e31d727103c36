import t from 'tap'
import { RecordTally } from '../../../actors/links/record-tally.js'

// Goal: what was kept and left out is the sum over all threads, and who left out more is named once.

t.test('the connections that left out more since are named, and all are summed', async (t) => {
  const tally = new RecordTally()
  t.same([tally.kept, tally.dropped], [0, 0])
  t.same([...tally.take(3, [])], [])
  t.same([...tally.take(2, [[7, 0]])], [], 'none of it is no more')
  t.same(
    [
      ...tally.take(5, [
        [7, 4],
        [8, 2],
      ]),
    ],
    [7, 8],
  )
  t.same([tally.kept, tally.dropped], [10, 6])
  t.same(
    [
      ...tally.take(0, [
        [7, 4],
        [8, 3],
      ]),
    ],
    [8],
  )
  t.same([tally.kept, tally.dropped], [10, 7], 'the counts are of the thread so far')
})

t.test(
  'another thread counts from nothing on, and what the ones before left out stays',
  async (t) => {
    const tally = new RecordTally()
    tally.take(4, [[7, 5]])
    tally.begin()
    t.same([tally.kept, tally.dropped], [4, 5])
    t.same([...tally.take(1, [[7, 2]])], [7], 'two of its own are more than none')
    t.same([tally.kept, tally.dropped], [5, 7])
    tally.begin()
    tally.begin()
    tally.take(0, [[8, 1]])
    t.same([tally.kept, tally.dropped], [5, 8])
  },
)
