import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

const FOLDERS = ['actors', 'bench', 'bin', 'client', 'engine', 'http', 'storage', 'test', 'wire']

/**
 * Removes compiled files whose source no longer exists, because programs of threads and tests are
 * found by their files.
 */
export function removeLeftovers(root: string, dist: string): void {
  for (const folder of FOLDERS.filter((name) => existsSync(join(dist, name)))) {
    for (const name of readdirSync(join(dist, folder), { recursive: true, encoding: 'utf8' })) {
      const made = /^(.*)(?:\.js|\.js\.map|\.d\.ts)$/.exec(name)
      // The build generates some modules itself; only their types are among the sources.
      const sources = ['.ts', '.d.ts'].map((end) => join(root, folder, `${made?.[1]}${end}`))
      if (made === null || sources.some((path) => existsSync(path))) continue
      rmSync(join(dist, folder, name))
    }
  }
}
