import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { openLmdbLogForReading } from '../../storage/log/lmdb-log.js'
import { logDirectory, sqlitePath } from '../../storage/paths.js'
import { Projector } from '../../storage/projection/projector.js'
import { openWriter, Transactions } from '../../storage/sqlite/open.js'
import type { BenchCase } from '../harness.js'
import { fillLog, seedDirectory } from '../prepared-data.js'

/**
 * The cost of bringing a record of the log into the tables, with nothing beside it: processor time of
 * this process, in batches as a server under load and a nearly quiet one has them.
 */
export const projection: BenchCase = {
  name: 'projection',
  goals: [],
  async run(bench) {
    const records = bench.size(200_000, 500)
    const dataDir = join(bench.directory('projection'), 'data')
    const book = await seedDirectory(dataDir)
    await fillLog(dataDir, book, { accounts: bench.size(50, 5), records })
    let copies = 0
    const run = async (batch: number): Promise<number> => {
      const path = join(dataDir, `copy-${copies++}.sqlite`)
      copyFileSync(sqlitePath(dataDir), path)
      return microsecondsEach(path, logDirectory(dataDir, 0), records, batch)
    }
    const [large, small] = [bench.size(6_000, 100), bench.size(200, 10)]
    const values = await bench.interleave({ large: () => run(large), small: () => run(small) })
    const common = { unit: 'µs of CPU a record', better: 'lower' } as const
    const mix = 'market open, then close of that position'
    bench.report({ name: `projection, batches of ${large}`, values: values.large, mix, ...common })
    bench.report({ name: `projection, batches of ${small}`, values: values.small, mix, ...common })
  },
}

async function microsecondsEach(
  path: string,
  directory: string,
  records: number,
  recordsMax: number,
): Promise<number> {
  const db = openWriter(path)
  const log = openLmdbLogForReading({ directory })
  const projector = new Projector({
    db,
    transactions: new Transactions(db),
    logs: [log],
    monotonic: () => 0,
    recordsMax,
  })
  const before = process.cpuUsage()
  while (!projector.step(records).isCaughtUp);
  const { user, system } = process.cpuUsage(before)
  if (projector.projectionSeq !== records) throw new Error('not every record was projected')
  db.close()
  await log.close()
  return (user + system) / records
}
