import t from 'tap'
import {
  bytesKeptFree,
  findsRoomFor,
  freeBytesOf,
  hasRoomFor,
  judgeDiskSpace,
} from '../../storage/disk-space.js'
import { onDisk } from '../given/free-bytes.js'

t.test('space is low below the reserve, and ok again 5 % above it', (t) => {
  t.equal(judgeDiskSpace(1000, 1000, 'ok'), 'ok')
  t.equal(judgeDiskSpace(999, 1000, 'ok'), 'low')
  t.equal(judgeDiskSpace(1049, 1000, 'low'), 'low')
  t.equal(judgeDiskSpace(1050, 1000, 'low'), 'ok')
  t.equal(judgeDiskSpace(0, 0, 'ok'), 'ok')
  t.end()
})

t.test('a directory says how much is free, one that is not there throws', async (t) => {
  t.ok((await freeBytesOf(t.testdir())) > 0)
  await t.rejects(freeBytesOf('/nowhere/at/all'), { code: 'ENOENT' })
})

t.test('trading keeps its reserve, staff half of a share beside it, traders all of it', (t) => {
  const [MIB, GIB] = [1024 ** 2, 1024 ** 3]
  const kept = (size: number, reserve: number) =>
    (['trading', 'staff', 'traders'] as const).map((use) => bytesKeptFree(use, size, reserve))
  const [small, middle] = [64 * MIB, 512 * MIB]
  t.same(kept(220 * MIB, small), [small, small + 27.5 * MIB, small + 55 * MIB], 'a quarter')
  t.same(kept(6 * GIB, middle), [middle, middle + GIB / 2, middle + GIB], 'a GiB')
  t.same(kept(20 * GIB, middle), [middle, middle + GIB, middle + 2 * GIB], 'a tenth')
  t.same(kept(2000 * GIB, middle), [middle, middle + 2 * GIB, middle + 4 * GIB], '8 reserves')
  t.same(kept(220 * MIB, 0), [0, 0, 0], 'without a reserve nothing is kept')
  t.end()
})

t.test('there is room for what leaves free what is kept, to the byte', async (t) => {
  const given = { dataDir: t.testdir(), reserveBytes: 1000 }
  await onDisk({ freeBytes: 2300, sizeBytes: 4000 }, async () => {
    for (const [use, bytes] of [
      ['trading', 1300],
      ['staff', 800],
      ['traders', 300],
    ] as const) {
      t.same([hasRoomFor(given, use, bytes), hasRoomFor(given, use, bytes + 1)], [true, false])
      const found = [
        await findsRoomFor(given, use, bytes),
        await findsRoomFor(given, use, bytes + 1),
      ]
      t.same(found, [true, false], use)
    }
  })
})
