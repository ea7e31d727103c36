import { existsSync } from 'node:fs'
import t from 'tap'
import { migrate } from '../../storage/migrations/migrate.js'
import { sqlitePath } from '../../storage/paths.js'
import { metaRepo } from '../../storage/repos/meta.js'
import { storedShardCount } from '../../storage/shard-count.js'
import { openWriter } from '../../storage/sqlite/open.js'
import { scratch } from '../given/desk.js'
import { openBelow } from '../given/open-files.js'

t.test('a directory has its number of shards from its first start on', (t) => {
  const dataDir = scratch(t)
  t.equal(storedShardCount(dataDir), undefined)
  t.notOk(existsSync(sqlitePath(dataDir)))
  const db = openWriter(sqlitePath(dataDir))
  t.equal(storedShardCount(dataDir), undefined, 'it was cut off before it had tables')
  migrate(db)
  t.equal(storedShardCount(dataDir), undefined)
  metaRepo(db).set('shards', '3')
  t.equal(storedShardCount(dataDir), 3)
  db.close()
  t.equal(storedShardCount(dataDir), 3)
  t.same(openBelow(dataDir), [], 'the look leaves nothing open')
  t.end()
})
