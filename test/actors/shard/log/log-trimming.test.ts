import t from 'tap'
import { LogTrimming } from '../../../../actors/shard/log/log-trimming.js'
import type { Log } from '../../../../storage/log/log.js'

t.test('a log is trimmed some entries a turn until nothing below the mark is left', (t) => {
  const asked: [below: number, most: number][] = []
  const left = [64, 64, 63, 0]
  const trim = (below: number, most: number): number => {
    asked.push([below, most])
    return left.shift() ?? 0
  }
  const trimming = new LogTrimming({ trim } as unknown as Log)
  trimming.step()
  t.same(asked, [], 'with nothing to do the log is left alone')
  trimming.below = 1
  const marks = [1, 2, 3, 4].map(() => {
    trimming.step()
    return trimming.below
  })
  t.same(marks, [1, 1, 0, 0])
  t.same(asked, [
    [1, 64],
    [1, 64],
    [1, 64],
  ])
  t.end()
})
