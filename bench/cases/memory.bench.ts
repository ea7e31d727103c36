import type { Bench, BenchCase } from '../harness.js'
import { Remote } from '../remote.js'
import type { ShardMemoryCommands } from '../shard-memory.js'

/** The memory of a shard for an idle account, and for an open position. */
export const memory: BenchCase = {
  name: 'memory',
  goals: ['P10'],
  async run(bench) {
    const accounts = bench.size(500_000, 2_000)
    const account: number[] = []
    const position: number[] = []
    const lonePosition: number[] = []
    for (let round = 0; round < bench.rounds; round++) {
      const holder = startHolder(bench)
      account.push((await holder.call('addAccounts', { count: accounts })) / accounts)
      const of = accounts / POSITIONS_EACH
      position.push(
        (await holder.call('addPositions', { of, each: POSITIONS_EACH })) / (of * POSITIONS_EACH),
      )
      await holder.stop()
      const other = startHolder(bench)
      await other.call('addAccounts', { count: accounts })
      lonePosition.push((await other.call('addPositions', { of: accounts, each: 1 })) / accounts)
      await other.stop()
    }
    const common = { unit: 'bytes', better: 'lower', judged: 'value' } as const
    const notes = 'heap and buffers of one shard, garbage collected; request keys not counted'
    bench.report({
      name: 'P10 idle account',
      values: account,
      floor: 2048,
      goal: 600,
      mix: `${accounts} accounts without trades`,
      notes,
      ...common,
    })
    bench.report({
      name: 'P10 open position',
      values: position,
      floor: 1024,
      goal: 250,
      mix: `${POSITIONS_EACH} on each account, over 12 symbols`,
      notes,
      ...common,
    })
    bench.report({
      name: "an account's first open position",
      unit: 'bytes',
      better: 'lower',
      values: lonePosition,
      mix: 'one on each account',
      notes,
    })
  },
}

const POSITIONS_EACH = 10

function startHolder(bench: Bench): Remote<ShardMemoryCommands> {
  const script = new URL('../shard-memory.js', import.meta.url)
  const holder = new Remote<ShardMemoryCommands>(script, [
    '--expose-gc',
    '--max-old-space-size=4096',
  ])
  bench.defer(() => holder.stop())
  return holder
}
