import t from 'tap'
import { depositAsk, GivenShard } from '../../given/shard.js'

t.test('a commit writes the turn that was handed over first, then its own', (t) => {
  const shard = new GivenShard().profile().grantIds(100, 1_000)
  const { records } = shard.core
  shard.begin()
  shard.ask(0, depositAsk(1001, '10', 'one'))
  shard.passOn()
  t.ok(records.handed, 'the first turn is on its way')
  t.same(shard.records(), [])
  shard.ask(0, depositAsk(1001, '20', 'two'))
  records.commit()
  t.same(
    shard.disk.entries.map(({ firstSeq }) => firstSeq),
    [1, 2],
  )
  t.same([records.handed, records.dirty], [false, false])
  t.equal(shard.counters.durableSeq(0), 2)
  t.equal(shard.counters.settledSeq(), 2)
  t.end()
})
