import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { openLmdbLog } from '../../../storage/log/lmdb-log.js'
import { ImageChecker } from '../../crash/image-checker.js'
import { drawFrom } from '../../crash/power-cut/crash-image.js'
import { turnOf } from '../../wire/record/sample-records.js'

/** `node dist/test/storage/log/log-bit-rot.test.js 1000` flips that many bits, one at a time. */
const FLIPS = Number(process.argv[2] ?? 60)
const ENTRIES = 40

t.test('a flipped bit in the file is named, or was in no record; none is misread', async (t) => {
  const directory = t.testdir({ log: {} })
  const log = openLmdbLog({ directory: join(directory, 'log') })
  for (let seq = 1; seq <= ENTRIES; seq++) log.commit(seq * 10, turnOf(seq * 10, 10))
  await log.close()
  const file = readFileSync(join(directory, 'log', 'data.mdb'))
  const checker = new ImageChecker(join(directory, 'image'))
  const draw = drawFrom(11)
  let named = 0
  for (let flip = 0; flip < FLIPS; flip++) {
    const bit = Math.floor(draw() * file.length * 8)
    const damaged = Buffer.from(file)
    damaged[bit >> 3] = (damaged[bit >> 3] ?? 0) ^ (1 << (bit & 7))
    const problem = await checker.check(new Map([['data.mdb', damaged]]), ENTRIES * 10 + 9)
    if (problem.includes('is not what was written')) t.fail(`bit ${bit}: ${problem}`)
    if (/log entry \d+: .* is bad/.test(problem)) named += 1
  }
  checker.stop()
  t.ok(named > FLIPS / 4, `${named} of ${FLIPS} were in a record and were named`)
})
