import { join } from 'node:path'
import t from 'tap'
import { requestKeysRepo } from '../../../storage/repos/request-keys.js'
import { KeyPack } from '../../../storage/sqlite/key-pack.js'
import { migrate } from '../../../storage/sqlite/migrate.js'
import { openWriter } from '../../../storage/sqlite/open.js'

const db = openWriter(join(t.testdir(), 'openfloor.sqlite'))
migrate(db)
const keys = requestKeysRepo(db)
t.teardown(() => db.close())

function add(shard: number, ...uses: [hash: number, seq: number, at: number][]): void {
  const pack = new KeyPack()
  for (const [hash, seq, at] of uses) pack.add(hash, seq, at)
  keys.add(shard, pack)
}

function read(shard: number, since: number): unknown[] {
  const found: unknown[] = []
  keys.ofShard(shard, since, (hash, seq, at, isOld) => found.push([hash, seq, at, isOld]))
  return found
}

t.test('of a batch the keys since a moment are read, each by itself, in the order of use', (t) => {
  add(0, [71, 1, 100], [72, 2, 199], [73, 3, 200], [74, 4, 201])
  add(1, [75, 5, 300])
  add(0, [71, 6, 300], [76, 7, 150])
  t.same(read(0, 200), [
    [73, 3, 200, false],
    [74, 4, 201, false],
    [71, 6, 300, false],
  ])
  t.same(read(0, 202), [[71, 6, 300, false]], 'a whole batch is older')
  t.same(read(0, 301), [])
  t.same(read(1, 0), [[75, 5, 300, false]])
  t.equal(read(0, 0).length, 6)
  t.end()
})
