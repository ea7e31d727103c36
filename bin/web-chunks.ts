import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { type BuildOptions, build, type Plugin } from 'esbuild'

/**
 * Puts the modules of a page's first load into a few files. By itself, esbuild writes one file for
 * each set of entries that use the same modules. The desk then loads 36 files: more round trips and
 * a fifth more bytes.
 *
 *   C1. A part that is loaded later imports each module of its page's first load. So all these
 *       modules have the same users, and become one file, which the page has already loaded.
 *   C2. A part of several pages imports only the modules that all these pages have loaded or share.
 *   C3. The modules that many later parts of a page use become one file in the same way. Otherwise
 *       an account's card loads 47 files instead of 17.
 */
const GROUP = 'first-load'
const SCRIPT = /\.tsx?$/
/** So many later parts of a page use a module that all of them load it. */
const USERS_OF_SHARED = 6
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

export async function firstLoadTogether(root: string, options: WebOptions): Promise<Plugin> {
  const { metafile } = await build(options)
  const modules = metafile.inputs
  const scripts = Object.values(options.entryPoints).filter((path) => SCRIPT.test(path))
  const firstLoads = scripts.map((path) => {
    const main = relative(root, path)
    const later = laterParts(modules, main)
    const loaded = loadedWith(modules, main)
    for (const module of sharedBy(modules, later)) loaded.add(module)
    return { main, loaded, later }
  })
  const mains = new Set(firstLoads.map(({ main }) => main))
  /** The modules that each page of a part has loaded before the part. */
  const loadedBefore = (part: string): string[] => {
    const [first, ...others] = firstLoads.filter(({ later }) => later.has(part))
    return [...(first?.loaded ?? [])].filter(
      (path) => !mains.has(path) && others.every(({ loaded }) => loaded.has(path)),
    )
  }
  return {
    name: GROUP,
    setup: ({ initialOptions, onResolve, onLoad }) => {
      // Packages without side effects stay in separate files.
      initialOptions.logOverride = { 'ignored-bare-import': 'silent' }
      onResolve({ filter: new RegExp(`^${GROUP}:`) }, ({ path }) => ({ path, namespace: GROUP }))
      onLoad({ filter: /./, namespace: GROUP }, ({ path }) => {
        const loaded = loadedBefore(path.slice(GROUP.length + 1))
        const imports = loaded.map((one) => importOf(`./${one}`))
        return { contents: imports.join('\n'), resolveDir: root }
      })
      onLoad({ filter: SCRIPT }, ({ path }) => {
        const part = relative(root, path)
        if (!firstLoads.some(({ later }) => later.has(part))) return undefined
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

/** The modules that many of the parts use. A module that loads a part is not one: the part would import itself. */
function sharedBy(modules: Modules, parts: ReadonlySet<string>): string[] {
  const users = new Map<string, number>()
  for (const part of parts) {
    for (const module of loadedWith(modules, part)) users.set(module, (users.get(module) ?? 0) + 1)
  }
  return [...users].flatMap(([module, count]) => {
    if (count < USERS_OF_SHARED) return []
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
