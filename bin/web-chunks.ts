import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { type BuildOptions, build, type Plugin } from 'esbuild'

/**
 * Puts the modules of a page into few files. By itself, esbuild writes one file for each set of
 * entries that use the same modules. The desk then loads 36 files at first: more round trips and a
 * fifth more bytes.
 *
 *   C1. A part that is loaded later imports each module of its page's first load. So all these
 *       modules have the same users, and become one file, which the page has already loaded.
 *   C2. Modules that many later parts of a page use are imported by all its later parts, and so
 *       become one file, too. Without this, an account's card loads 47 files instead of 17.
 *   C3. A part of several pages imports only the modules for which all of them have C1 or C2.
 */
const GROUP = 'common'
const SCRIPT = /\.tsx?$/
/** The number of later parts that must use a module before all of them import it (C2). */
const SHARED_USERS_MIN = 6
/** Texts are loaded by language and import nothing. */
const TEXTS = 'web/generated/'

interface Import {
  readonly path: string
  readonly kind: string
  readonly external?: boolean
}

/** The modules of a build, or the files that it wrote. */
type Modules = Readonly<Record<string, { readonly imports: readonly Import[] }>>
export type WebOptions = Omit<BuildOptions, 'entryPoints'> & {
  readonly entryPoints: Record<string, string>
  readonly write: false
  readonly metafile: true
}

export async function groupModules(root: string, options: WebOptions): Promise<Plugin> {
  const { metafile } = await build(options)
  const modules = metafile.inputs
  const scripts = Object.values(options.entryPoints).filter((path) => SCRIPT.test(path))
  const pages = scripts.map((path) => {
    const main = relative(root, path)
    const later = laterParts(modules, main)
    const common = new Set([...loadedWith(modules, main), ...sharedBy(modules, later)])
    return { main, common, later }
  })
  const mains = new Set(pages.map(({ main }) => main))
  /** The modules that a part imports besides its own (C1 to C3). */
  const commonOf = (part: string): string[] => {
    const [first, ...others] = pages.filter(({ later }) => later.has(part))
    return [...(first?.common ?? [])].filter(
      (path) => !mains.has(path) && others.every(({ common }) => common.has(path)),
    )
  }
  return {
    name: GROUP,
    setup: ({ initialOptions, onResolve, onLoad }) => {
      // Packages without side effects stay in separate files.
      initialOptions.logOverride = { 'ignored-bare-import': 'silent' }
      onResolve({ filter: new RegExp(`^${GROUP}:`) }, ({ path }) => ({ path, namespace: GROUP }))
      onLoad({ filter: /./, namespace: GROUP }, ({ path }) => {
        const imports = commonOf(path.slice(GROUP.length + 1)).map((one) => importOf(`./${one}`))
        return { contents: imports.join('\n'), resolveDir: root }
      })
      onLoad({ filter: SCRIPT }, ({ path }) => {
        const part = relative(root, path)
        if (!pages.some(({ later }) => later.has(part))) return undefined
        const contents = `${importOf(`${GROUP}:${part}`)}\n${readFileSync(path, 'utf8')}`
        return { contents, loader: path.endsWith('x') ? 'tsx' : 'ts' }
      })
    },
  }
}

function importOf(path: string): string {
  return `import ${JSON.stringify(path)}`
}

/** The module or file and all that it imports statically, directly or indirectly. */
export function loadedWith(modules: Modules, main: string): Set<string> {
  const found = new Set([main])
  for (const one of found) {
    for (const { path, kind, external } of modules[one]?.imports ?? []) {
      if (kind === 'import-statement' && external !== true) found.add(path)
    }
  }
  return found
}

/**
 * The modules that many of the parts use (C2), without modules that import a part: that part would
 * import itself.
 */
function sharedBy(modules: Modules, parts: ReadonlySet<string>): string[] {
  const users = new Map<string, number>()
  for (const part of parts) {
    for (const module of loadedWith(modules, part)) users.set(module, (users.get(module) ?? 0) + 1)
  }
  return [...users].flatMap(([module, count]) => {
    if (count < SHARED_USERS_MIN) return []
    return [...loadedWith(modules, module)].some((one) => parts.has(one)) ? [] : [module]
  })
}

/** The modules that the page loads when it needs them. */
export function laterParts(modules: Modules, main: string): Set<string> {
  const found = new Set([main])
  for (const one of found) {
    for (const module of loadedWith(modules, one)) {
      for (const { path, kind, external } of modules[module]?.imports ?? []) {
        const isPart = kind === 'dynamic-import' && external !== true && !path.startsWith(TEXTS)
        if (isPart) found.add(path)
      }
    }
  }
  found.delete(main)
  return found
}
