import { fileURLToPath } from 'node:url'
import { runSoak } from './soak/soak.js'

/**
 * `npm run soak [-- MINUTES]` (default 30) runs the server under a mixed load, prints a line per
 * minute, and checks at the end that memory and latency were flat and the books are correct. Exit
 * code 1 if not.
 */
const minutes = Number(process.argv[2] ?? 30)
if (!Number.isInteger(minutes) || minutes < 3) {
  process.stderr.write('npm run soak [-- MINUTES]: at least 3 minutes, in whole ones\n')
  process.exit(2)
}
const { isFlat, isInOrder } = await runSoak({
  product: fileURLToPath(new URL('../bundle/openfloor.js', import.meta.url)),
  minutes,
  minuteSec: 60,
  warmUpSec: 90,
  // Some 80 MB of tables: the page caches of their two writers hold 64 MiB each.
  warmUpRate: 3_000,
  traders: 20,
  rate: 100,
  say: (text) => console.log(text),
})
process.exit(isFlat && isInOrder ? 0 : 1)
