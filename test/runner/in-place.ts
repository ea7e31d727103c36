import { readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { BuildOptions, Plugin } from 'esbuild'

/**
 * The way in which built modules become one file that does what they did from their places: hundreds of them, one by
 * one, take a process as much as many a test.
 *
 *   I1. The product's threads are those that are shipped (bin/bundle.ts). All else that a module finds by its own place
 *       it finds where it was.
 */
/** Written apart: this module may be put into one file, too. */
const OWN_PLACE = ['import', 'meta', 'url'].join('.')
const THREAD = /new URL\(["']\.\/([a-z-]+\.(?:worker|task)\.js)["'], import\.meta\.url\)/g

export function inOneFile(dist: string): BuildOptions {
  return {
    absWorkingDir: dist,
    bundle: true,
    packages: 'external',
    plugins: [inPlace(dist)],
    format: 'esm',
    platform: 'node',
    target: 'node20',
    logLevel: 'warning',
  }
}

function inPlace(dist: string): Plugin {
  const threads = pathToFileURL(join(dist, 'bundle') + sep).href
  return {
    name: 'in-place',
    setup: ({ onLoad }) => {
      onLoad({ filter: /\.js$/ }, ({ path }) => {
        const text = readFileSync(path, 'utf8')
        if (!path.startsWith(dist + sep) || !text.includes(OWN_PLACE)) return undefined
        const contents = text
          .replaceAll(THREAD, (_, name: string) => `new URL(${JSON.stringify(threads + name)})`)
          .replaceAll(OWN_PLACE, JSON.stringify(pathToFileURL(path).href))
        return { contents, loader: 'js' }
      })
    },
  }
}
