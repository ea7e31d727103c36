import { readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import t from 'tap'
import { resultDirectory, resultPath } from '../../storage/paths.js'
import { addToResult, hasRoomFor, sweepResults } from '../../storage/result-files.js'
import { scratch } from '../given/desk.js'

t.test('what a crash left beyond what counts is cut off; less than counts is damage', (t) => {
  const dataDir = scratch(t)
  const bytes = addToResult(dataDir, 7, 0, Buffer.from('first '))
  writeFileSync(resultPath(dataDir, 7), 'first half of what was never told')
  t.equal(addToResult(dataDir, 7, bytes, Buffer.from('second')), 12)
  t.equal(readFileSync(resultPath(dataDir, 7), 'utf8'), 'first second')
  t.equal(statSync(resultPath(dataDir, 7)).mode & 0o777, 0o600)
  t.equal(statSync(resultDirectory(dataDir)).mode & 0o777, 0o700)
  truncateSync(resultPath(dataDir, 7), 11)
  const damaged = { name: 'DamagedResultError' }
  t.throws(() => addToResult(dataDir, 7, 12, Buffer.from('more')), damaged)
  t.throws(() => addToResult(dataDir, 8, 1, Buffer.from('more')), damaged, 'gone')
  t.end()
})

t.test('a sweep takes the files of all but those that are kept, and nothing else', (t) => {
  const dataDir = scratch(t)
  t.equal(sweepResults(dataDir, new Set()), 0, 'before there is a directory')
  for (const id of [1, 2, 30]) addToResult(dataDir, id, 0, Buffer.from('a'))
  writeFileSync(`${resultDirectory(dataDir)}/of somebody else`, 'a')
  t.equal(sweepResults(dataDir, new Set([2])), 2)
  t.equal(statSync(resultPath(dataDir, 2)).size, 1)
  t.equal(statSync(`${resultDirectory(dataDir)}/of somebody else`).size, 1)
  t.throws(() => statSync(resultPath(dataDir, 30)), { code: 'ENOENT' })
  t.end()
})

t.test('room is what stays free beside the reserve', (t) => {
  const dataDir = scratch(t)
  t.ok(hasRoomFor(dataDir, 1, 0))
  t.notOk(hasRoomFor(dataDir, 1, 2 ** 62))
  t.end()
})
