import { join } from 'node:path'
import t from 'tap'
import { migrate } from '../../../../storage/migrations/migrate.js'
import { requestKeysRepo } from '../../../../storage/repos/trades/request-keys.js'
import { KeyPack, unpackKeys } from '../../../../storage/sqlite/key-pack.js'
import { openWriter } from '../../../../storage/sqlite/open.js'

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

t.test('a pack that was cleared holds what came after that alone, and its newest time', (t) => {
  const pack = new KeyPack()
  t.ok(pack.isEmpty)
  // More than it has room for at first.
  const uses = Array.from({ length: 600 }, (_, index) => [index / 3, index + 1, 9000 - index])
  for (const [hash, seq, at] of uses as [number, number, number][]) pack.add(hash, seq, at)
  t.same([pack.isEmpty, pack.lastSeq, pack.newestAt], [false, 600, 9000])
  t.same(new Float64Array(pack.bytes().slice().buffer), Float64Array.from(uses.flat()))
  pack.clear()
  t.same([pack.isEmpty, pack.newestAt, pack.bytes().length], [true, 0, 0])
  pack.add(77, 601, 4000)
  t.same([pack.isEmpty, pack.lastSeq, pack.newestAt], [false, 601, 4000])
  t.same(new Float64Array(pack.bytes().slice().buffer), Float64Array.of(77, 601, 4000))
  t.end()
})

t.test('of a pack each use comes out once', (t) => {
  const uses: number[][] = []
  const take = (...use: number[]): number => uses.push(use)
  unpackKeys(new Uint8Array(), take)
  t.same(uses, [])
  // Bytes of a row may begin anywhere.
  const bytes = new Uint8Array(1 + 48)
  bytes.set(new Uint8Array(Float64Array.of(7, 1, 100, 8, 2, 200).buffer), 1)
  unpackKeys(bytes.subarray(1), take)
  t.same(uses, [
    [7, 1, 100],
    [8, 2, 200],
  ])
  t.end()
})

t.test('of the oldest batches those go whose every key is older', (t) => {
  const before = db.prepare('SELECT last_seq FROM request_key_batches ORDER BY last_seq').pluck()
  add(0, [81, 101, 999])
  add(1, [82, 102, 1000])
  add(0, [83, 103, 500], [84, 104, 998])
  add(0, [85, 105, 100])
  keys.prune(301, 100)
  t.same(before.all(), [101, 102, 104])
  t.equal(keys.prune(1000, 2), 1, 'of the two oldest one')
  t.same(before.all(), [102, 104])
  t.equal(keys.prune(1001, 1), 1)
  t.equal(keys.prune(1001, 9), 1)
  t.same(before.all(), [])
  t.end()
})
