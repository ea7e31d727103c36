import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { ruleFaults } from './rules.js'

const ROOT = resolve(fileURLToPath(new URL('../../..', import.meta.url)))
const FOLDERS = ['actors', 'bench', 'bin', 'client', 'docs', 'engine', 'http', 'storage', 'test']
const isProduct = (path: string) => /^(actors|bin|client|engine|http|storage|web|wire)\//.test(path)

function filesIn(directory: string): string[] {
  return readdirSync(directory, { withFileTypes: true }).flatMap((entry) => {
    const path = join(directory, entry.name)
    // The build writes generated folders.
    if (entry.isDirectory()) return entry.name === 'generated' ? [] : filesIn(path)
    return /\.(tsx?|md)$/.test(entry.name) ? [relative(ROOT, path)] : []
  })
}

t.test('a rule in a comment has a number only if it is cited', (t) => {
  const paths = [...FOLDERS, 'web', 'wire'].flatMap((folder) => filesIn(join(ROOT, folder)))
  const texts = new Map(paths.map((path) => [path, readFileSync(join(ROOT, path), 'utf8')]))
  const { uncited, unknown } = ruleFaults(texts, isProduct)
  t.same(uncited, [], 'write a dash instead of the number')
  t.same(unknown, [], 'name the file of the rule: (file.ts, A1)')
  t.end()
})

t.test('finds rules that nothing cites, and citations of rules that do not exist', (t) => {
  const texts = new Map([
    ['engine/a.ts', '/**\n * Text.\n *\n *   A1. One.\n *   A2. Two.\n *   A3. Three (A1).\n */'],
    ['engine/b.ts', '// See A4 and (a.ts, A2 to\n// A4).\n/** Then (A5). */'],
  ])
  t.same(ruleFaults(texts, isProduct), {
    uncited: [],
    unknown: ['engine/b.ts: A4 of a.ts', 'engine/b.ts: A5'],
  })
  texts.delete('engine/b.ts')
  t.same(ruleFaults(texts, isProduct).uncited, ['engine/a.ts A2', 'engine/a.ts A3'])
  t.end()
})
