import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import t from 'tap'
import { addToFile, hasContents, removeContent } from '../../../storage/files/content.js'
import { filePath, resultDirectory } from '../../../storage/paths.js'
import { scratch } from '../../given/desk.js'

// Whether there are contents, and what an old one keeps; files that grow, uploads and the disk are in file-sweep.test.ts.

const ID = 'a'.repeat(32)

t.test('there are contents where one is kept, or a server of before left its results', (t) => {
  const directory = scratch(t)
  t.equal(hasContents(directory), false)
  writeFileSync(filePath(directory, ID), '')
  t.equal(hasContents(directory), true)
  removeContent(directory, ID)
  removeContent(directory, ID)
  t.equal(existsSync(filePath(directory, ID)), false)
  t.equal(hasContents(directory), false)
  mkdirSync(resultDirectory(directory), { recursive: true })
  t.equal(hasContents(directory), true)
  t.end()
})

t.test('an existing file keeps its mode when it is rewritten', (t) => {
  const directory = scratch(t)
  const path = filePath(directory, ID)
  addToFile(directory, ID, 0, Buffer.from('first'))
  chmodSync(path, 0o640)
  addToFile(directory, ID, 0, Buffer.from('new'))
  t.equal(readFileSync(path, 'utf8'), 'new')
  t.equal(statSync(path).mode & 0o777, 0o640)
  t.end()
})
