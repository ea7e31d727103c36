import { writeSync } from 'node:fs'
import { DeskClient } from '../../actors/desk/desk-client.js'
import type { ConfigItem } from '../../actors/desk/settings/config-batch.js'
import { systemClock } from '../../actors/thread/clock.js'
import { deskData, STAFF } from '../given/desk.js'

/**
 * The process that the crash test of batches kills: it creates so many symbols, slice after slice, and says how
 * many have been answered, then what the answers were.
 *
 *     node batch-writer.js DIRECTORY COUNT
 */
export const SLICE = 40

export function batchItem(i: number): ConfigItem {
  return { do: 'create', input: { path: `Bulk\\S${i}`, calc_mode: 'cfd', contract_size: '1' } }
}

const [, program, directory, count] = process.argv
if (program?.endsWith('batch-writer.js') && directory !== undefined) {
  const desk = new DeskClient(deskData(directory), systemClock(), {
    onDeath: (why) => {
      throw why
    },
  })
  await desk.ready
  const items = Array.from({ length: Number(count) }, (_, i) => batchItem(i))
  let done = 0
  while (done < items.length) {
    const slice = items.slice(done, done + SLICE)
    const asked = {
      actor: STAFF,
      kind: 'symbols',
      items: slice,
      isLast: false,
      dryRun: null,
    } as const
    const results = await desk.ask('config.batch', asked)
    if (!results.ok) throw new Error(results.message)
    done += results.value.length
    writeSync(1, `${done} ${results.value.map(({ did }) => did).join(' ')}\n`)
  }
  await desk.stop()
}
