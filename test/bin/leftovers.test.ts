import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { removeLeftovers } from '../../bin/leftovers.js'

t.test('what was compiled of a source that is gone goes, and nothing else', async (t) => {
  const root = t.testdir({ actors: { 'kept.ts': '', 'written.d.ts': '' } })
  const dist = join(root, 'dist')
  mkdirSync(join(dist, 'actors/mail'), { recursive: true })
  mkdirSync(join(dist, 'web'))
  const kept = ['actors/kept.js', 'actors/written.js', 'web/app.js']
  const made = [...kept, 'actors/mail/gone.task.js', 'actors/mail/gone.d.ts']
  for (const name of made) writeFileSync(join(dist, name), '')
  removeLeftovers(root, dist)
  t.same(
    made.filter((name) => existsSync(join(dist, name))),
    kept,
  )
})
