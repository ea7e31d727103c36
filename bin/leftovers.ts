import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

const FOLDERS = ['actors', 'bench', 'bin', 'client', 'engine', 'http', 'storage', 'test', 'wire']

/**
 * Removes what earlier builds compiled of sources that are there no more, below a root and its `dist`: programs of
 * threads and tests are found by their files.
 */
export function removeLeftovers(root: string, dist: string): void {
  for (const folder of FOLDERS.filter((name) => existsSync(join(dist, name)))) {
    for (const name of readdirSync(join(dist, folder), { recursive: true, encoding: 'utf8' })) {
      const made = /^(.*)(?:\.js|\.js\.map|\.d\.ts)$/.exec(name)
      if (made === null || existsSync(join(root, folder, `${made[1]}.ts`))) continue
      rmSync(join(dist, folder, name))
    }
  }
}
