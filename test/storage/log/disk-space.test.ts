import t from 'tap'
import { freeBytesOf, judgeDiskSpace } from '../../../storage/log/disk-space.js'

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
