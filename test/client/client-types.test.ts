import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { clientTypes } from '../../bin/client-types.js'

t.test('the types of the client are those of the server', async (t) => {
  const dist = fileURLToPath(new URL('../..', import.meta.url))
  for (const [name, made] of Object.entries(await clientTypes(dist))) {
    const file = new URL(`../../../client/generated/${name}`, import.meta.url)
    t.ok(readFileSync(file, 'utf8') === made, `npm run build writes ${name} anew`)
  }
})
