import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ShardClient } from '../../actors/shard/shard-client.js'
import { createSharedBuffers } from '../../actors/shared/shared-state.js'
import type { BookRecords } from '../../engine/config/book-records.js'
import type { FromShard } from '../../wire/thread/messages.js'
import { numberText } from '../figure.js'
import type { Bench, BenchCase } from '../harness.js'
import { keepsDatabase } from '../keeps-database.js'
import { fillLog, fillTables, SECRET_KEY, SHARDS, seedDirectory } from '../prepared-data.js'
import { Product } from '../server.js'

/**
 * The time of a start: of one shard's thread (tables and log to memory), and of the whole product
 * until `/health` answers 200. The files are in the page cache.
 */
export const start: BenchCase = {
  name: 'start',
  goals: ['P9'],
  async run(bench) {
    const withProduct = await keepsDatabase(bench, ENVIRONMENT)
    if (!withProduct) bench.say('P9 start of the product is left out: it keeps no database')
    const records = bench.size(1_000_000, 2_000)
    const tail = join(bench.directory('tail'), 'data')
    const tailBook = await seedDirectory(tail)
    await fillLog(tail, tailBook, { accounts: bench.size(1_000, 50), records })
    await measureStarts(bench, tail, tailBook, {
      what: `a log tail of ${numberText(records)} records`,
      goal: 5,
      withProduct,
      expected: { replayed: records },
    })
    const accounts = bench.size(1_000_000, 500)
    const large = join(bench.directory('large'), 'data')
    const largeBook = await seedDirectory(large)
    fillTables(large, largeBook, { accounts, positions: accounts })
    await measureStarts(bench, large, largeBook, {
      what: `${numberText(accounts)} accounts and positions`,
      goal: 8,
      withProduct,
      // The administrator is one, too.
      expected: { accounts: accounts + 1 },
    })
  },
}

const FLOOR_SEC = 30

interface Starts {
  readonly what: string
  readonly goal: number
  readonly withProduct: boolean
  readonly expected: { readonly replayed?: number; readonly accounts?: number }
}

async function measureStarts(
  bench: Bench,
  dataDir: string,
  book: BookRecords,
  { what, goal, expected, withProduct }: Starts,
): Promise<void> {
  const common = { unit: 's', better: 'lower', judged: 'value', floor: FLOOR_SEC, goal } as const
  const shard = await bench.interleave({
    seconds: async () => {
      const { seconds, ready } = await startShard(dataDir, book)
      for (const [name, count] of Object.entries(expected)) {
        const found = ready[name as keyof typeof expected]
        if (found !== count) throw new Error(`${name}: ${found} instead of ${count}`)
      }
      return seconds
    },
  })
  bench.report({ name: `P9 one shard's start on ${what}`, values: shard.seconds, ...common })
  if (!withProduct) return
  const product = await bench.interleave({ seconds: () => startProduct(bench, dataDir) })
  bench.report({ name: `P9 start on ${what}`, values: product.seconds, ...common })
}

type Ready = FromShard & { type: 'ready' }

/** A shard's thread from its start to its readiness, then ended. */
function startShard(
  dataDir: string,
  book: BookRecords,
): Promise<{ seconds: number; ready: Ready }> {
  return new Promise((resolve, reject) => {
    let measured: { seconds: number; ready: Ready } | undefined
    const shard = new ShardClient(0, {
      onBatch: () => undefined,
      onMessage: (_, message) => {
        if (message.type !== 'ready') return
        measured = { seconds: (performance.now() - begin) / 1000, ready: message }
        void shard.stop()
      },
      // The thread also reports a requested end.
      onDeath: (_, why) => (measured === undefined ? reject(why) : resolve(measured)),
    })
    const begin = performance.now()
    shard.start({
      shard: 0,
      shards: SHARDS,
      dataDir,
      shared: createSharedBuffers(),
      book,
      clockOffsetMs: 0,
    })
  })
}

const ENVIRONMENT = {
  SHARDS: String(SHARDS),
  SECRET_KEY: Buffer.from(SECRET_KEY).toString('base64'),
  CLOCK_START: undefined,
}

/** Seconds, on a copy of the data, since the product moves the log's tail into its tables. */
async function startProduct(bench: Bench, dataDir: string): Promise<number> {
  const product = await Product.prepare(bench, ENVIRONMENT)
  cpSync(dataDir, product.dataDir, { recursive: true })
  try {
    return (await product.start()) / 1000
  } finally {
    await product.stop('SIGKILL')
    rmSync(product.dataDir, { recursive: true, force: true })
  }
}
