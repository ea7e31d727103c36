import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { hasDpkgDeb, makeDebianPackage } from './debian-package.js'

/**
 * What is handed out of one build: in `release/` the tarballs of the server and of the client, the client for Python, the
 * package for Debian where `dpkg-deb` is at hand, and their digests in `SHA256SUMS` (`sha256sum -c SHA256SUMS` checks them).
 * What an earlier build left there goes first. `npm run release -- client` makes the two clients alone.
 */
const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..')
const release = join(root, 'release')

interface Packed {
  readonly filename: string
  readonly unpackedSize: number
}

function packed(folder: string): string {
  // What is packed has just been built: the script before it would build it again.
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
