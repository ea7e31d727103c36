import { spawnSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type CheckedLog, checkLog, lastAnswered } from './log-check.js'

/**
 * Fills a small disk with a log, first down to a reserve, then altogether, and prints what came of
 * it as JSON. Run on a disk of its own:
 *
 *     unshare -m sh -c 'mount -t tmpfs -o size=8m tmpfs DIR && node full-disk.js DIR'
 */
export interface FullDiskReport {
  /** The last thing the writer said in each stage, and what the log held after it. */
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

async function fillDisk(disk: string): Promise<FullDiskReport> {
  const directory = join(disk, 'log')
  const fillers = [join(disk, 'filler-1'), join(disk, 'filler-2')]
  for (const filler of fillers) writeFileSync(filler, Buffer.alloc(FILLER_BYTES))
  /** Checking writes a record of its own, so it comes after the room is made. */
  const stage = async (said: Said): Promise<Stage> => {
    const filler = fillers.pop()
    if (filler !== undefined) rmSync(filler)
    return { ...said, checked: await checkLog(directory, said.answered) }
  }
  return {
    reserved: await stage(write(directory, ENDLESS, RESERVE_BYTES)),
    full: await stage(write(directory, ENDLESS, NO_RESERVE)),
    freed: await stage(write(directory, 20, RESERVE_BYTES)),
  }
}

const [, program, disk] = process.argv
if (program?.endsWith('full-disk.js') && disk !== undefined) {
  process.stdout.write(JSON.stringify(await fillDisk(disk)))
}
