import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * What is handed out of one build: the tarballs of the server and of the client in `release/`, and their digests in
 * `SHA256SUMS` (`sha256sum -c SHA256SUMS` checks them). What an earlier build left there goes first.
 */
const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..')
const release = join(root, 'release')

interface Packed {
  readonly filename: string
  readonly size: number
  readonly unpackedSize: number
}

function packed(folder: string): Packed {
  // What is packed has just been built: the script before it would build it again.
  const args = ['pack', '--ignore-scripts', '--json', '--pack-destination', release]
  const told = execFileSync('npm', args, { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] })
  const [one] = JSON.parse(told.toString('utf8')) as readonly Packed[]
  if (one === undefined) throw new Error(`npm packed nothing in ${folder}`)
  return one
}

rmSync(release, { recursive: true, force: true })
mkdirSync(release)
const sums: string[] = []
for (const { filename, size, unpackedSize } of [root, join(root, 'dist/openfloor-client')].map(
  packed,
)) {
  const digest = createHash('sha256')
    .update(readFileSync(join(release, filename)))
    .digest('hex')
  sums.push(`${digest}  ${filename}\n`)
  process.stdout.write(`release/${filename}: ${size} bytes, ${unpackedSize} unpacked\n`)
}
writeFileSync(join(release, 'SHA256SUMS'), sums.join(''))
