import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join, resolve, sep } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, type Plugin } from 'esbuild'
import { DRILLS } from '../given/drill-program.js'

/**
 * The servers that drills start in place of the command, each in one file as that is: from modules one by one a start
 * takes half as much again.
 *
 *   Q1. Their threads are those that are shipped. All else that a module finds by its own place it finds where it was.
 */
const SERVER = /-server\.js$/
const FOLDER = 'test/crash'
const THREAD = /new URL\('\.\/([a-z-]+\.(?:worker|task)\.js)', import\.meta\.url\)/g

export async function makeQuickDrills(root: string): Promise<void> {
  const dist = resolve(root, 'dist')
  const outdir = join(dist, DRILLS)
  rmSync(outdir, { recursive: true, force: true })
  await build({
    absWorkingDir: dist,
    entryPoints: readdirSync(join(dist, FOLDER))
      .filter((name) => SERVER.test(name))
      .map((name) => join(FOLDER, name)),
    outdir,
    entryNames: '[name]',
    chunkNames: '[name]-[hash]',
    bundle: true,
    splitting: true,
    packages: 'external',
    plugins: [inPlace(dist)],
    format: 'esm',
    platform: 'node',
    target: 'node20',
    sourcemap: true,
    logLevel: 'warning',
  })
}

/** Keeps for each module the place where it was (Q1). */
function inPlace(dist: string): Plugin {
  const threads = pathToFileURL(join(dist, 'bundle') + sep).href
  return {
    name: 'in-place',
    setup: ({ onLoad }) => {
      onLoad({ filter: /\.js$/ }, ({ path }) => {
        const text = readFileSync(path, 'utf8')
        if (!path.startsWith(dist + sep) || !text.includes('import.meta.url')) return undefined
        const contents = text
          .replaceAll(THREAD, (_, name: string) => `new URL(${JSON.stringify(threads + name)})`)
          .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href))
        return { contents, loader: 'js' }
      })
    },
  }
}
