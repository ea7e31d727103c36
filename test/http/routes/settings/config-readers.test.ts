import t from 'tap'
import { CONFIG_KINDS } from '../../../../engine/config/config-records.js'
import { catalog } from '../../../../http/catalog.js'
import { CONFIG_READERS } from '../../../../http/routes/settings/config-readers.js'

t.test('who reads a kind of settings over REST hears of it on the socket, and nobody else', (t) => {
  let seen = 0
  for (const kind of CONFIG_KINDS) {
    // What may be run is listed at the path of the kind, its records below it.
    const end = kind === 'reports' ? 'reports/configs' : kind.replaceAll('_', '-')
    const path = `/admin/v1/${end}`
    const list = catalog.find((route) => route.method === 'GET' && route.path === path)
    if (list === undefined) continue
    seen++
    t.same([...list.rights, ...list.anyOf].sort(), [...CONFIG_READERS[kind]].sort(), path)
  }
  t.ok(seen >= 5, `${seen} kinds have routes`)
  t.end()
})
