import fs, { writeFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import t from 'tap'
import { fileId } from '../../../actors/thread/random.js'
import { addToFile } from '../../../storage/files/content.js'
import { migrate } from '../../../storage/migrations/migrate.js'
import { filePath, sqlitePath } from '../../../storage/paths.js'
import { filesRepo } from '../../../storage/repos/records/files.js'
import { openWriter } from '../../../storage/sqlite/open.js'
import { verifyFiles } from '../../../storage/verify/files.js'
import type { FileState } from '../../../wire/stored/stored-file.js'
import { scratch } from '../../given/desk.js'

t.test('contents are compared with their rows, but of files that are gone', (t) => {
  const dataDir = scratch(t)
  const db = openWriter(sqlitePath(dataDir))
  t.teardown(() => db.close())
  migrate(db)
  const files = filesRepo(db)
  const add = (state: FileState, content: string | null, over: object = {}): string => {
    const id = fileId()
    const said = { owner: 1, kind: 'import', name: 'a.csv', media: 'text/csv' } as const
    const times = { created_at: 1, expires_at: null }
    files.insert({ ...said, ...times, id, state, bytes: 3, sha256: null, ...over })
    if (content !== null) addToFile(dataDir, id, 0, Buffer.from(content))
    return id
  }
  add('whole', 'abc')
  t.same(verifyFiles(dataDir, db), { files: 1, differences: [], differenceCount: 0 })
  add('gone', null)
  writeFileSync(filePath(dataDir, add('gone', 'abc')), 'a')
  t.same(verifyFiles(dataDir, db), { files: 1, differences: [], differenceCount: 0 })
  const missing = add('whole', null)
  t.same(verifyFiles(dataDir, db), {
    files: 2,
    differences: [
      { subject: `file ${missing}`, field: 'content', stored: 'there', computed: 'missing' },
    ],
    differenceCount: 1,
  })
  files.markGone(missing)
  // A row of nothing has no content, and what grows, or has no digest, may hold more than counts.
  add('whole', null, { bytes: 0 })
  add('growing', 'abcdef')
  add('growing', 'abcdef', { sha256: 'x' })
  add('whole', 'abcdef')
  t.same(verifyFiles(dataDir, db), { files: 5, differences: [], differenceCount: 0 })
  // One that goes after its row was read.
  const going = add('whole', null)
  const { statSync } = fs
  t.teardown(() => {
    Object.assign(fs, { statSync })
    syncBuiltinESMExports()
  })
  Object.assign(fs, {
    statSync: (...given: Parameters<typeof statSync>) => {
      files.markGone(going)
      return statSync(...given)
    },
  })
  syncBuiltinESMExports()
  t.same(verifyFiles(dataDir, db), { files: 6, differences: [], differenceCount: 0 })
  t.end()
})
