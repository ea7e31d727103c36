import t from 'tap'
import { UntakenMessages } from '../../../../actors/links/fix/untaken-messages.js'

t.test('what was delivered and not taken holds back the number that counts', async (t) => {
  const untaken = new UntakenMessages()
  t.equal(untaken.news(), undefined)
  untaken.begin(5)
  t.equal(untaken.news(), undefined)
  untaken.receive(6)
  t.equal(untaken.news(), 6)
  t.equal(untaken.news(), undefined, 'once')
  const [first, second] = [untaken.deliver(6), untaken.deliver(7)]
  untaken.receive(8)
  t.equal(untaken.size, 2)
  t.equal(untaken.news(), undefined)
  untaken.take(second)
  t.equal(untaken.news(), undefined)
  untaken.take(first)
  untaken.take(first)
  t.equal(untaken.size, 0)
  t.equal(untaken.news(), 8)
})

t.test('one that is delivered before it counts as received is not ahead of that', async (t) => {
  const untaken = new UntakenMessages()
  const mark = untaken.deliver(4)
  t.equal(untaken.news(), undefined)
  untaken.receive(3)
  t.equal(untaken.news(), 3)
  untaken.take(mark)
  t.equal(untaken.news(), undefined)
})

t.test(
  'after a reset nothing of before holds it back, and no old mark means anything',
  async (t) => {
    const untaken = new UntakenMessages()
    untaken.begin(9)
    const old = untaken.deliver(9)
    untaken.reset()
    t.equal(untaken.size, 0)
    t.equal(untaken.news(), undefined)
    const mark = untaken.deliver(1)
    t.not(mark, old)
    untaken.take(old)
    untaken.receive(2)
    t.equal(untaken.size, 1)
    t.equal(untaken.news(), undefined)
    untaken.take(mark)
    t.equal(untaken.news(), 2)
  },
)
