import { readdirSync } from 'node:fs'
import t from 'tap'
import { SMOKE_TESTS } from './smoke-tests.js'

const files = readdirSync(new URL('../../../test', import.meta.url), { recursive: true })
  .map((name) => `test/${name}`)
  .filter((name) => name.endsWith('.test.ts'))

t.test('each word for the other versions of Node names a test file', async (t) => {
  const unknown = SMOKE_TESTS.filter((word) => !files.some((file) => file.includes(word)))
  t.same(unknown, [])
})
