import { execFileSync } from 'node:child_process'
import { basename, dirname, join, relative } from 'node:path'
import { Imports } from './imports.js'

/**
 * The tests that a change can break, nearest first.
 *
 *   C1. A changed module reaches each test that loads it, also by lazily loaded parts and by threads. The distance is the
 *       number of imports between them.
 *   C2. A test that starts the server or a browser loads none of their modules: `STARTS` leads from what starts them to
 *       the modules of which they are made.
 *   C3. Another file (Markdown, JSON, HTML, a script) reaches the tests whose modules name it or its folder.
 *   C4. A changed message file reaches the tests that load the module which the build writes from its folder.
 *   C5. `test/tidy.test.ts` and those of `test/tidy/` read every file of the project, so that every change reaches them.
 */
const ALWAYS = /^test\/tidy[./]/
const MODULE = /\.(tsx?|css)$/
const MESSAGES = /^(\w+)\/text\/([\w-]+)\/[^/]+\.json$/
const COMMAND = ['bin/openfloor.ts']
const PAGES = [
  'web/terminal/main.tsx',
  'web/terminal/terminal.css',
  'web/desk/main.tsx',
  'web/desk/desk.css',
  'web/look/base.css',
]
const STARTS: Readonly<Record<string, readonly string[]>> = {
  'test/given/built-command.ts': COMMAND,
  'test/given/drill-program.ts': COMMAND,
  'test/given/fronts/whole-server.ts': ['http/main.ts'],
  'test/given/browser.ts': PAGES,
  'test/given/components/pages-bundle.ts': ['web/desk/main.tsx'],
}

/** Files of `test/` (sources), nearest first. */
export function changedTests(root: string, tests: readonly string[], since: string): string[] {
  const changed = changedFiles(root, since)
  const written = changed.flatMap((file) => {
    const [, home, folder] = MESSAGES.exec(file) ?? []
    return folder === undefined ? [] : [`${home}/generated/${folder}.d.ts`]
  })
  const modules = new Set([...changed.filter((file) => MODULE.test(file)), ...written])
  const others = changed.filter((file) => !MODULE.test(file))
  const imports = new Imports({ sources: true })
  const distances = tests.flatMap((test) => {
    if (ALWAYS.test(test)) return changed.length > 0 ? [{ test, distance: 0 }] : []
    const distance = distanceTo(root, imports, test, modules, others)
    return distance === undefined ? [] : [{ test, distance }]
  })
  return distances.toSorted((a, b) => a.distance - b.distance).map(({ test }) => test)
}

/** What the working tree and the commits since a branch left the main line have changed. */
export function changedFiles(root: string, since: string): string[] {
  const git = (...args: string[]): string[] =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean)
  const [base = 'HEAD'] = git('merge-base', since, 'HEAD')
  const tracked = git('diff', '--name-only', base)
  return [...tracked, ...git('ls-files', '--others', '--exclude-standard')]
}

function distanceTo(
  root: string,
  imports: Imports,
  test: string,
  modules: ReadonlySet<string>,
  others: readonly string[],
): number | undefined {
  const distances = new Map([[join(root, test), 0]])
  for (const [path, distance] of distances) {
    const name = relative(root, path)
    if (modules.has(name)) return distance
    if (name.startsWith('test/') && others.some((file) => isNamed(imports, path, file))) {
      return distance
    }
    const started = (STARTS[name] ?? []).map((start) => join(root, start))
    for (const next of [...imports.of(path).own, ...started]) {
      if (!distances.has(next)) distances.set(next, distance + 1)
    }
  }
  return undefined
}

function isNamed(imports: Imports, path: string, file: string): boolean {
  const text = imports.text(path)
  const [name, folder] = [basename(file), dirname(file)]
  return (
    text.includes(file) ||
    // A name without an ending is a word like others.
    (name.includes('.') && text.includes(name)) ||
    (folder.includes('/') && text.includes(`${folder}/`))
  )
}
