import { spawnSync } from 'node:child_process'
import { readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * Makes the bundle for `npm start`, unless nothing that it is made of has changed since. It runs before anything is
 * compiled, so it is JavaScript.
 */
const root = resolve(dirname(fileURLToPath(import.meta.url)), '..')
const SOURCES = ['actors', 'bin', 'client', 'docs', 'engine', 'http', 'storage', 'web', 'wire']
/** Written by builds. */
const MADE = /^(client|engine|web|wire)\/generated\b/
/** The version, the packages, and the commit that the server reports. */
const FILES = ['package.json', 'package-lock.json', '.git/logs/HEAD']

/** Its time is when the newest complete bundle was begun. */
const DONE = 'dist/bundled'

const timeOf = (path) => statSync(join(root, path), { throwIfNoEntry: false })?.mtimeMs ?? 0

/** Folders count too: the time of a folder changes when a file in it is deleted. */
const sources = SOURCES.flatMap((folder) => [
  folder,
  ...readdirSync(join(root, folder), { recursive: true }).map((name) => `${folder}/${name}`),
]).filter((path) => !MADE.test(path))
const newest = Math.max(...[...sources, ...FILES].map(timeOf))

if (newest > timeOf(DONE)) {
  process.stdout.write('Bundling Openfloor (half a minute on two cores), then starting it\n')
  const begun = new Date()
  const { status } = spawnSync('npm', ['run', 'bundle', '--silent'], { cwd: root, stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
  writeFileSync(join(root, DONE), '')
  utimesSync(join(root, DONE), begun, begun)
}
