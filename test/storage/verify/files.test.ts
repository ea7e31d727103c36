import { writeFileSync } from 'node:fs'
import t from 'tap'
import { fileId } from '../../../actors/thread/random.js'
import { addToFile } from '../../../storage/files/content.js'
import { filePath, sqlitePath } from '../../../storage/paths.js'
import { filesRepo } from '../../../storage/repos/files.js'
import { migrate } from '../../../storage/sqlite/migrate.js'
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
  const add = (state: FileState, content: string | null): string => {
    const id = fileId()
    const said = { owner: 1, kind: 'import', name: 'a.csv', media: 'text/csv' } as const
    const times = { created_at: 1, expires_at: null }
    files.insert({ ...said, ...times, id, state, bytes: 3, sha256: null })
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
  t.end()
})
