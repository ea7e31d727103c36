import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** An installed npm package that the server needs. */
export interface ProductionPackage {
  /**
   * The folder below the root: `node_modules/ajv`, or deeper if another package needs its own
   * version.
   */
  readonly folder: string
  readonly version: string
  readonly licence: string
}

interface Locked {
  readonly version?: string
  readonly license?: string
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

type Lock = Readonly<Record<string, Locked>>

/**
 * The packages that the `dependencies` in `package.json` need according to the lock file, without
 * development packages. Optional packages of other platforms are not installed and are skipped.
 */
export function productionPackages(root: string): readonly ProductionPackage[] {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages as Lock
  const found = new Map<string, ProductionPackage>()
  const visit = (from: string): void => {
    const { dependencies = {}, optionalDependencies = {} } = lock[from] ?? {}
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const folder = folderOf(lock, from, name)
      const isThere = folder !== undefined && existsSync(join(root, folder, 'package.json'))
      if (!isThere && optionalDependencies[name] !== undefined) continue
      if (folder === undefined || !isThere) {
        throw new Error(`${from || 'package.json'} needs ${name}, which is not installed: npm ci`)
      }
      if (found.has(folder)) continue
      const { version = '', license = 'unknown' } = lock[folder] ?? {}
      found.set(folder, { folder, version, licence: license })
      visit(folder)
    }
  }
  visit('')
  return [...found.values()].sort((a, b) => (a.folder < b.folder ? -1 : 1))
}

/** The folder where Node finds the package: inside the package itself, or in a folder around it. */
function folderOf(lock: Lock, from: string, name: string): string | undefined {
  for (let around = from; ; around = around.slice(0, around.lastIndexOf('node_modules/'))) {
    const at = around.replace(/\/$/, '')
    const folder = at === '' ? `node_modules/${name}` : `${at}/node_modules/${name}`
    if (lock[folder] !== undefined) return folder
    if (around === '') return undefined
  }
}
