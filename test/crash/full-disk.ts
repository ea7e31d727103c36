import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type CheckedLog, checkLog, lastAnswered } from './log-check.js'

/**
 * Fills a small disk: first others fill it while the log's ring is written, then a log without a ring, down to a reserve
 * and altogether. Prints what came of it as JSON. Run on a disk of its own:
 *
 *     unshare -m sh -c 'mount -t tmpfs -o size=48m tmpfs DIR && node full-disk.js DIR'
 */
export interface FullDiskReport {
  /** The last thing the writer said in each stage, and what the log held after it. */
  readonly ring: Stage
  readonly reserved: Stage
  readonly full: Stage
  readonly freed: Stage
}

interface Stage extends Said {
  readonly checked: CheckedLog
}

const RESERVE_BYTES = 1024 * 1024
const FILLER_BYTES = 2 * RESERVE_BYTES
const NO_RESERVE = -1
const ENDLESS = 1_000_000
const WRITER = fileURLToPath(new URL('./log-writer.js', import.meta.url))

interface Said {
  readonly said: string
  readonly status: number | null
  readonly answered: number
}

function write(directory: string, turns: number, reserveBytes: number): Said {
  const args = [WRITER, directory, String(turns), String(reserveBytes)]
  const { stdout, status } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  const said = stdout.trim().split('\n').at(-1)?.split(' ')[0] ?? ''
  return { said, status, answered: lastAnswered(stdout) }
}

/** The same of a writer whose disk others fill once it has answered. */
async function writeWhileFilled(directory: string, disk: string): Promise<Said> {
  const args = [WRITER, directory, String(ENDLESS), String(NO_RESERVE)]
  const writer = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'ignore'] })
  const ended = once(writer, 'exit')
  let output = ''
  for await (const text of writer.stdout.setEncoding('utf8')) {
    const isFirst = lastAnswered(output) === 0
    output += text
    if (!isFirst || lastAnswered(output) === 0) continue
    const { bavail, bsize } = statfsSync(disk)
    writeFileSync(join(disk, 'others'), Buffer.alloc(bavail * bsize - RESERVE_BYTES))
  }
  const [status] = await ended
  return { said: '', status, answered: lastAnswered(output) }
}

async function fillDisk(disk: string): Promise<FullDiskReport> {
  const directory = join(disk, 'log')
  const fillers = ['filler-1', 'filler-2', 'filler-3'].map((name) => join(disk, name))
  for (const filler of fillers) writeFileSync(filler, Buffer.alloc(FILLER_BYTES))
  /** Checking writes a record of its own, so it comes after the room is made. */
  const stage = async (said: Said): Promise<Stage> => {
    const filler = fillers.pop()
    if (filler !== undefined) rmSync(filler)
    return { ...said, checked: await checkLog(directory, said.answered) }
  }
  return {
    ring: await stage(await writeWhileFilled(directory, disk)),
    reserved: await stage(write(directory, ENDLESS, RESERVE_BYTES)),
    full: await stage(write(directory, ENDLESS, NO_RESERVE)),
    freed: await stage(write(directory, 20, RESERVE_BYTES)),
  }
}

const [, program, disk] = process.argv
if (program?.endsWith('full-disk.js') && disk !== undefined) {
  process.stdout.write(JSON.stringify(await fillDisk(disk)))
}
