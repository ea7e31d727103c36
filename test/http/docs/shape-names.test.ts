import { readdirSync } from 'node:fs'
import t from 'tap'
import { DECLARED_NAMES, declaredName, documentName } from '../../../http/docs/shape-names.js'
import { Optional, Time } from '../../../wire/types/scalars.js'

// The names of shapes are those under which the code has them.

const SCHEMAS = new URL('../../../wire/schema/', import.meta.url)

t.test('every schema that a file exports has its name', async (t) => {
  // Beside the files that are read here, whichever this test itself was put together with.
  const names = new URL('../../../http/docs/shape-names.js', import.meta.url)
  const declared = (
    (await import(names.href)) as typeof import('../../../http/docs/shape-names.js')
  ).DECLARED_NAMES
  const files = readdirSync(SCHEMAS, { recursive: true, encoding: 'utf8' })
  const unnamed: string[] = []
  for (const file of files.filter((one) => one.endsWith('.js'))) {
    const module = (await import(new URL(file, SCHEMAS).href)) as Readonly<Record<string, unknown>>
    for (const [name, value] of Object.entries(module)) {
      const { properties, anyOf } = (value ?? {}) as Readonly<Record<string, unknown>>
      const isShape = typeof properties === 'object' || Array.isArray(anyOf)
      if (isShape && !declared.has(value)) unnamed.push(`${file}: ${name}`)
    }
  }
  t.same(unnamed, [])
})

t.test('a field that may be left out is of the shape that it was made of', async (t) => {
  t.equal(declaredName(Time), 'Time')
  t.equal(declaredName(Optional(Time)), 'Time')
  t.equal(declaredName(Optional(Optional(Time))), 'Time')
  t.equal(declaredName({ ...Time }), undefined)
})

t.test('names in documents are words without gaps, each of one shape', async (t) => {
  const names = [...DECLARED_NAMES.values()].map(documentName)
  t.same(
    names.filter((name) => !/^[A-Z][A-Za-z]+$/.test(name)),
    [],
  )
  t.same(
    names.filter((name, i) => names.indexOf(name) !== i),
    [],
  )
})
