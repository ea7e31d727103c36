import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ImageChecker } from '../image-checker.js'
import { writeTradedRecords } from '../traded-records.js'
import { crashImages, drawFrom, wholeFile } from './crash-image.js'
import { buildRecorder, type Operation, readOperations, recordingEnvironment } from './recorder.js'

/** Cuts the power of a log that is being written, as often as asked, and checks what is left. */
export interface PowerCutOptions {
  readonly images: number
  readonly seed: number
  /** The disk forgets that it was told to sync: there have to be losses (crash-image.ts). */
  readonly ignoreSyncs?: boolean
}

export interface PowerCutReport {
  readonly images: number
  readonly seed: number
  /** Operations of the workload, any of which a cut may interrupt. */
  readonly operations: number
  readonly policies: Readonly<Record<string, number>>
  /** Images in which something answered is missing. */
  readonly lost: number
  /** Images that do not open, take the process down, or hold what was never written. */
  readonly corrupt: number
  /** The first few, to be looked at. */
  readonly problems: readonly string[]
}

const WRITER = fileURLToPath(new URL('../log-writer.js', import.meta.url))
const TURNS = '60'
/** The writer is started so often, so that opening a log is cut off too. */
const STARTS = 3
/** What a log is made of. */
const FILES = ['data.mdb', 'intake']
const PROBLEMS_TOLD = 5

export async function cutPower(options: PowerCutOptions): Promise<PowerCutReport> {
  const work = mkdtempSync(join(tmpdir(), 'openfloor-power-cut-'))
  const traded = join(work, 'traded')
  writeTradedRecords(traded)
  const checker = new ImageChecker(join(work, 'image'), traded)
  try {
    const log = join(work, 'log')
    const operations = recordWriter(work, log, traded)
    const policies: Record<string, number> = {}
    const problems: string[] = []
    const draw = drawFrom(options.seed)
    const paths = FILES.map((name) => join(log, name))
    const images = crashImages(operations, paths, options.images, draw, options.ignoreSyncs)
    for (const image of images) {
      policies[image.policy] = (policies[image.policy] ?? 0) + 1
      const problem = await checker.check(byName(image.files), image.answeredSeq)
      if (problem !== '') problems.push(`${problem} (${image.policy} at ${image.cut})`)
    }
    const lost = problems.filter((problem) => problem.startsWith('lost')).length
    return {
      images: options.images,
      seed: options.seed,
      operations: operations.length,
      policies,
      lost,
      corrupt: problems.length - lost,
      problems: problems.slice(0, PROBLEMS_TOLD),
    }
  } finally {
    checker.stop()
    rmSync(work, { recursive: true })
  }
}

function recordWriter(work: string, log: string, traded: string): Operation[] {
  const record = join(work, 'record')
  const env = { ...process.env, ...recordingEnvironment(buildRecorder(work), log, record) }
  for (let start = 0; start < STARTS; start++) {
    const run = spawnSync(process.execPath, [WRITER, log, TURNS, '0', traded], {
      env,
      encoding: 'utf8',
    })
    if (run.status !== 0)
      throw new Error(`the writer failed: ${run.stdout.slice(-200)}${run.stderr}`)
  }
  const operations = readOperations(record)
  for (const path of FILES.map((name) => join(log, name))) {
    if (!wholeFile(operations, path).equals(readFileSync(path))) {
      throw new Error(`the record does not explain ${path}: a write went past the recorder`)
    }
  }
  return operations
}

function byName(files: ReadonlyMap<string, Buffer>): Map<string, Buffer> {
  return new Map([...files].map(([path, bytes]) => [basename(path), bytes]))
}
