import fc from 'fast-check'
import t from 'tap'
import { FairQueue, type RunningJob } from '../../../actors/thread/fair-queue.js'

const WIDE = { waitingMax: 100, partyWaitingMax: 100 }

function drained(queue: FairQueue<string>): string[] {
  const jobs: string[] = []
  for (let taken = queue.next(); taken !== undefined; taken = queue.next()) {
    jobs.push(taken.job)
    queue.finished(taken)
  }
  return jobs
}

t.test('lanes take turns, and parties in a lane', async (t) => {
  const queue = new FairQueue<string>([WIDE, WIDE])
  for (const job of ['a1', 'a2', 'a3', 'b1', 'c1', 'c2']) queue.push(1, job.slice(0, 1), job)
  for (const job of ['s1', 's2']) queue.push(0, 's', job)
  t.equal(queue.waiting, 8)
  t.same(drained(queue), ['s1', 'a1', 's2', 'b1', 'c1', 'a2', 'c2', 'a3'])
  t.equal(queue.waiting, 0)
})

t.test('a party has its bound and a lane its own', async (t) => {
  const queue = new FairQueue<string>([{ waitingMax: 3, partyWaitingMax: 2 }])
  t.equal(queue.push(0, 'a', 'a1'), undefined)
  t.equal(queue.push(0, 'a', 'a2'), undefined)
  t.notOk(queue.hasRoom(0, 'a'))
  t.equal(queue.push(0, 'a', 'a3'), 'a3', 'a third of one party')
  t.equal(queue.push(0, 'b', 'b1'), undefined)
  t.ok(queue.hasRoom(0, 'c'))
  t.equal(queue.push(0, 'b', 'b2'), 'b2', 'who has one takes nobody’s place')
  t.equal(queue.push(0, 'c', 'c1'), 'a2', 'who has none takes that of who has most')
  t.equal(queue.waiting, 3)
  t.notOk(queue.hasRoom(0, 'd'))
  t.equal(queue.push(0, 'd', 'd1'), 'd1', 'all have one')
  t.same(drained(queue), ['a1', 'b1', 'c1'])
})

t.test('so many of a lane and of a party run at once', async (t) => {
  const queue = new FairQueue<string>([WIDE, { ...WIDE, runningMax: 2, partyRunningMax: 1 }])
  for (const job of ['a1', 'a2', 'b1', 'c1']) queue.push(1, job.slice(0, 1), job)
  const first = queue.next() as RunningJob<string>
  t.equal(first.job, 'a1')
  t.equal(queue.next()?.job, 'b1', 'a runs already')
  t.equal(queue.next(), undefined, 'two run')
  queue.push(0, 's', 's1')
  t.equal(queue.next()?.job, 's1', 'the other lane has its own')
  queue.finished(first)
  t.equal(queue.next()?.job, 'c1')

  const own = new FairQueue<string>([{ ...WIDE, runningMax: 4, partyRunningMax: 2 }])
  for (const job of ['a1', 'a2', 'a3', 'b1']) own.push(0, job.slice(0, 1), job)
  const taken = Array.from({ length: 4 }, () => own.next())
  t.same(
    taken.map((one) => one?.job),
    ['a1', 'b1', 'a2', undefined],
    'two of a run, and there is room for others',
  )
  own.finished(taken[0] as RunningJob<string>)
  t.equal(own.next()?.job, 'a3')
})

t.test('what does not wait any more is not taken', async (t) => {
  const queue = new FairQueue<string>([WIDE])
  queue.push(0, 'a', 'a1')
  queue.push(0, 'a', 'a2')
  t.ok(queue.remove(0, 'a', 'a1'))
  t.notOk(queue.remove(0, 'a', 'a1'))
  t.notOk(queue.remove(0, 'b', 'b1'), 'of somebody who never asked')
  t.equal(queue.waiting, 1)
  t.same(drained(queue), ['a2'])
  queue.push(0, 'a', 'a3')
  queue.push(0, 'b', 'b1')
  t.ok(queue.remove(0, 'a', 'a3'))
  t.same(drained(queue), ['b1'], 'who has nothing left has no turn')
})

t.test('nobody waits for more than one job of each other party', (t) => {
  const pushes = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { minLength: 1, maxLength: 60 })
  fc.assert(
    fc.property(pushes, (parties) => {
      const queue = new FairQueue<string>([WIDE])
      for (const party of parties) queue.push(0, party, party)
      const order = drained(queue)
      return parties.every((party) => {
        const before = order.slice(0, order.indexOf(party))
        return new Set(before).size === before.length
      })
    }),
  )
  t.end()
})
