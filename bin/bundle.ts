import { readdirSync, rmSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

/**
 * The last step of the build: the command and the program of each of its threads, with all they import of this
 * project in a few files. Hundreds of small ones cost a server half a second of processor at every start.
 * Packages stay where they are.
 *
 *   B1. All lie in one folder, as deep as those they are made of: a thread's program stands beside who starts it, and
 *       `package.json` is where it was.
 */
const DIST = resolve(dirname(fileURLToPath(import.meta.url)), '..')
const BUNDLE = join(DIST, 'bundle')
const COMMAND = 'bin/openfloor.js'
const FOLDERS = ['actors', 'storage']
/** The programs of threads. */
const PROGRAM = /\.(worker|task)\.js$/

const programs = FOLDERS.flatMap((folder) =>
  readdirSync(join(DIST, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => PROGRAM.test(name))
    .map((name) => join(folder, name)),
)
const names = new Set(programs.map((name) => basename(name)))
if (names.size < programs.length) throw new Error('two programs of threads have one name')
rmSync(BUNDLE, { recursive: true, force: true })
await build({
  absWorkingDir: DIST,
  entryPoints: [COMMAND, ...programs],
  outdir: BUNDLE,
  entryNames: '[name]',
  chunkNames: '[name]-[hash]',
  bundle: true,
  splitting: true,
  packages: 'external',
  format: 'esm',
  platform: 'node',
  target: 'node20',
  sourcemap: true,
  logLevel: 'warning',
})
