import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import type { FullDiskReport } from '../../crash/full-disk.js'

const PROGRAM = fileURLToPath(new URL('../../crash/full-disk.js', import.meta.url))
const MOUNT = 'mount -t tmpfs -o size=48m tmpfs "$0"'

function onSmallDisk(directory: string, command: string[]) {
  const script = `${MOUNT} && exec "$@"`
  return spawnSync('unshare', ['-m', 'sh', '-c', script, directory, ...command], {
    encoding: 'utf8',
  })
}

const mountable = onSmallDisk(t.testdir(), ['true']).status === 0
const skip = mountable ? false : 'mounting a small disk needs root'

t.test('a full disk loses nothing that was answered', { skip }, async (t) => {
  const directory = t.testdir()
  const run = onSmallDisk(directory, [process.execPath, PROGRAM, directory])
  t.equal(run.status, 0, run.stderr)
  const { ring, reserved, full, freed } = JSON.parse(run.stdout) as FullDiskReport
  // The disk is filled by others while the ring is written: an error, or an abort inside LMDB.
  t.match(ring, { checked: { problem: '', cuts: 0 } })
  t.not(ring.status, 0)
  t.match(reserved, { said: 'low', status: 0, checked: { problem: '', cuts: 0 } })
  t.ok(reserved.answered > 1000, 'it wrote until the reserve')
  // Without the watermark: an error, or an abort inside LMDB, which the watermark is there to avoid.
  t.match(full, { checked: { problem: '', cuts: 0 } })
  t.not(full.status, 0)
  t.ok(full.answered > reserved.answered, 'it had gone on when there was room')
  t.match(freed, { said: 'done', status: 0, checked: { problem: '', cuts: 0 } })
  t.ok(freed.answered > full.answered)
})
