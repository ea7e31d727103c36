import t from 'tap'
import { Prng } from '../../../../engine/numbers/prng.js'
import { GUARDS } from '../../../../storage/log/quorum/guards.js'
import type { Answer, Ask, QuorumEntry } from '../../../../storage/log/quorum/log-database.js'
import { LEASE_MS, LogOwner, RENEW_EVERY_MS } from '../../../../storage/log/quorum/log-owner.js'
import { MemoryDisk, openMemoryLog } from '../../../given/memory-log.js'
import { turnOf } from '../../../wire/record/sample-records.js'
import { type Primary, SimulatedDatabase } from './simulated-database.js'
import { openQuorumLog } from './simulated-quorum.js'

// What the simulation cannot find, since another guard stands behind it, and what is told to people.

const LOST: Answer = { kind: 'lost', why: 'the session ended' }

function ownerOf(holder: string): LogOwner {
  return new LogOwner({ holder, local: undefined, raise: () => 1 })
}

const ASKS_MAX = 100

/** Answers asks until there is none, or one of the kind; that one is left open. */
function run(owner: LogOwner, primary: Primary, now: number, until?: Ask['kind']): Ask | undefined {
  for (let asks = 0; asks < ASKS_MAX; asks++) {
    const ask = owner.next(now)
    if (ask === undefined || ask.kind === until) return ask
    owner.heard(primary.execute(ask, now).answer, now)
    primary.confirm(primary.waiting)
  }
  throw new Error('it asks for ever')
}

function entryAt(n: number, epoch: number, text: string): QuorumEntry {
  return { n, epoch, firstSeq: n, body: Buffer.from(text) }
}

t.test('what became of an entry that was tried', (t) => {
  const [entry, behind] = [entryAt(7, 3, 'own'), { n: 6, epoch: 3 }]
  const before = entryAt(6, 3, 'before')
  const tried = (...found: QuorumEntry[]) => GUARDS.tried(found, entry, behind)
  t.equal(tried(), 'past')
  t.equal(tried(before), 'absent')
  t.equal(tried(before, entryAt(7, 3, 'own')), 'seen')
  t.equal(tried(before, entryAt(7, 3, 'other')), 'fenced')
  t.equal(tried(before, entryAt(7, 4, 'own')), 'fenced')
  t.equal(tried(entryAt(6, 4, 'before')), 'fenced')
  t.end()
})

t.test('a lease is renewed each second, and while nothing is confirmed nothing is told', (t) => {
  const { primary } = new SimulatedDatabase(new Prng(1))
  const owner = ownerOf('a')
  t.notOk(owner.mayTell(0))
  run(owner, primary, 1_000)
  t.ok(owner.isOpen)
  t.equal(owner.dueAt, 1_000 + RENEW_EVERY_MS)
  t.equal(owner.next(1_999), undefined)
  t.match(owner.next(2_000), { kind: 'renew', epoch: 1 })
  owner.heard(LOST, 3_000)
  t.match(owner.trouble, { why: 'the session ended', since: 3_000 })
  t.ok(owner.mayTell(1_000 + LEASE_MS - 1))
  t.notOk(owner.mayTell(1_000 + LEASE_MS))
  run(owner, primary, 7_000)
  t.equal(owner.trouble, undefined)
  t.ok(owner.mayTell(7_000))
  t.end()
})

t.test('a held lease is waited for, one that ran out is taken, and its owner is shut out', (t) => {
  const { primary } = new SimulatedDatabase(new Prng(1))
  const [first, second] = [ownerOf('a'), ownerOf('b')]
  run(first, primary, 0)
  first.begin(1, Buffer.from('one'))
  run(first, primary, 10)
  t.ok(first.isSettled)
  for (const _ of [1, 2]) {
    const ask = run(second, primary, 20, 'take')
    if (ask !== undefined) second.heard(primary.execute(ask, 20).answer, 20)
  }
  t.match(second.trouble, { why: 'another node holds the lease' })
  run(second, primary, LEASE_MS + 1)
  t.ok(second.isOpen)
  first.begin(2, Buffer.from('two'))
  run(first, primary, LEASE_MS + 2)
  t.ok(first.isShutOut)
  t.notOk(first.isSettled)
  t.end()
})

t.test('a log of which nothing older is left is not begun in the middle', (t) => {
  const { primary } = new SimulatedDatabase(new Prng(1))
  const owner = ownerOf('a')
  run(owner, primary, 0, 'read')
  owner.heard({ kind: 'entries', entries: [entryAt(5, 1, 'five')] }, 0)
  t.match(owner.trouble, { why: /nothing older than entry 5: join from a backup/ })
  t.end()
})

t.test('a log of its own that is ahead, or differs, is refused, and says so', async (t) => {
  const disk = new MemoryDisk()
  const first = openQuorumLog(disk, new SimulatedDatabase(new Prng(1)).primary)
  first.commit(1, turnOf(1, 2))
  await first.close()
  const why = { name: 'LogError', message: /own log is ahead of the database, or differs/ }
  const { primary } = new SimulatedDatabase(new Prng(1))
  t.throws(() => openQuorumLog(disk, primary), why)
  t.equal(primary.lease.holder, '', 'it takes no lease')
  await openMemoryLog(disk).close()
  const other = openQuorumLog(new MemoryDisk(), primary)
  other.commit(1, turnOf(1, 1))
  t.throws(() => openQuorumLog(disk, primary), why)
})

t.test('a log that lost its database takes nothing more', (t) => {
  const { primary } = new SimulatedDatabase(new Prng(1))
  const log = openQuorumLog(new MemoryDisk(), primary)
  log.commit(1, turnOf(1, 1))
  primary.log.length -= 1
  t.throws(() => log.commit(2, turnOf(2, 1)), { message: /after 1 may not be confirmed/ })
  for (const again of [() => log.commit(2, turnOf(2, 1)), () => log.last(), () => log.first()]) {
    t.throws(again, { name: 'LogError', message: /the log is closed since an error/ })
  }
  t.end()
})
