import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { hasDpkgDeb, makeDebianPackage } from './debian-package.js'

/**
 * Creates the release files from one build in `release/`: tarballs of server and client, the Python
 * client, the Debian package if `dpkg-deb` is available, and digests in `SHA256SUMS` (check with
 * `sha256sum -c SHA256SUMS`). Old files there are removed first. `npm run release -- client`
 * creates only the two clients.
 */
const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..')
const release = join(root, 'release')

interface Packed {
  readonly filename: string
  readonly unpackedSize: number
}

function packed(folder: string): string {
  // The build has just run, so the package's own build script is skipped.
  const args = ['pack', '--ignore-scripts', '--json', '--pack-destination', release]
  const told = execFileSync('npm', args, { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] })
  const [one] = JSON.parse(told.toString('utf8')) as readonly Packed[]
  if (one === undefined) throw new Error(`npm packed nothing in ${folder}`)
  process.stdout.write(`${one.filename}: ${one.unpackedSize} bytes unpacked\n`)
  return one.filename
}

rmSync(release, { recursive: true, force: true })
mkdirSync(release)
const PYTHON = 'openfloor.py'
copyFileSync(join(root, 'client/python', PYTHON), join(release, PYTHON))
const isOfClients = process.argv[2] === 'client'
const names = [packed(join(root, 'dist/openfloor-client')), PYTHON]
if (!isOfClients) names.unshift(packed(root))
if (isOfClients) process.stdout.write('the clients alone, as asked\n')
else if (hasDpkgDeb()) {
  const dist = join(root, 'dist')
  names.push(makeDebianPackage({ root, dist, into: release, compression: 'xz' }))
} else {
  process.stdout.write('the package for Debian is left out: there is no dpkg-deb here\n')
}
const sums = names.map((name) => {
  const contents = readFileSync(join(release, name))
  process.stdout.write(`release/${name}: ${contents.length} bytes\n`)
  return `${createHash('sha256').update(contents).digest('hex')}  ${name}\n`
})
writeFileSync(join(release, 'SHA256SUMS'), sums.join(''))
