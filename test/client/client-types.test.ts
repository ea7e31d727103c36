import { readFileSync, writeFileSync } from 'node:fs'
import t from 'tap'
import { clientTypes } from './client-types.js'

// The client library's types are those of the server's schemas. `CLIENT_TYPES=write` writes them anew after a change
// of a route, an operation or an event.

t.test('the types of the client are those of the server', async (t) => {
  for (const [name, made] of Object.entries(await clientTypes())) {
    const file = new URL(`../../../client/generated/${name}`, import.meta.url)
    if (process.env['CLIENT_TYPES'] === 'write') writeFileSync(file, made)
    t.ok(readFileSync(file, 'utf8') === made, `CLIENT_TYPES=write writes ${name} anew`)
  }
})
