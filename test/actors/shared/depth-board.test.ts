import t from 'tap'
import { DepthBoard, depthBytes } from '../../../actors/shared/depth-board.js'
import { DEPTH_LEVELS } from '../../../engine/limits/sockets.js'
import { between } from '../../given/between.js'

const SYMBOLS = 3
const SIDES = {
  bids: [
    { distance: 0, volume: 500 },
    { distance: 7, volume: 900 },
  ],
  asks: [{ distance: 0, volume: 300 }],
}

function boards(): [DepthBoard, DepthBoard] {
  const memory = new SharedArrayBuffer(depthBytes(SYMBOLS))
  return [new DepthBoard(memory, 0, SYMBOLS), new DepthBoard(memory, 0, SYMBOLS)]
}

t.test('a symbol has no levels until some are written, and then its own', async (t) => {
  const [writer, reader] = boards()
  t.equal(reader.read(1), undefined)
  t.equal(reader.versionOf(1), 0)
  writer.clear(1)
  t.equal(reader.read(1), undefined, 'nothing was there to clear')
  writer.write(1, { ...SIDES, at: 5 })
  t.same(reader.read(1), { ...SIDES, at: 5 })
  t.equal(reader.read(0), undefined)
  t.equal(reader.read(2), undefined)
  const before = reader.versionOf(1)
  writer.clear(1)
  t.not(reader.versionOf(1), before)
  t.same(reader.read(1), { bids: [], asks: [], at: 0 })
})

t.test('levels that change during a read are read again', async (t) => {
  const [writer, reader] = boards()
  writer.write(1, { ...SIDES, at: 5 })
  const newer = { bids: SIDES.asks, asks: SIDES.bids, at: 6 }
  const read = between(
    'load',
    [2, () => true],
    () => writer.write(1, newer),
    () => reader.read(1),
  )
  t.same(read, newer)
})

t.test('of more levels than there is room for the first are kept', async (t) => {
  const [writer, reader] = boards()
  const levels = Array.from({ length: DEPTH_LEVELS + 1 }, (_, i) => ({
    distance: i,
    volume: i + 1,
  }))
  writer.write(2, { bids: levels, asks: levels, at: 5 })
  const kept = levels.slice(0, DEPTH_LEVELS)
  t.same(reader.read(2), { bids: kept, asks: kept, at: 5 })
})

t.test('a slot whose writer died has no levels until it is written', async (t) => {
  const memory = new SharedArrayBuffer(depthBytes(SYMBOLS))
  const board = new DepthBoard(memory, 0, SYMBOLS)
  board.write(1, { ...SIDES, at: 5 })
  Atomics.add(new Int32Array(memory, 0, 2 * SYMBOLS), 2, 1)
  t.equal(board.read(1), undefined)
  board.write(1, { ...SIDES, at: 6 })
  t.same(board.read(1), { ...SIDES, at: 6 })
  t.equal(board.versionOf(1), 4)
})

t.test('levels that are half written are no levels', async (t) => {
  const [writer, reader] = boards()
  const reads: unknown[] = []
  for (const at of [5, 6]) {
    between(
      'store',
      [2, () => true],
      () => reads.push(reader.read(1)),
      () => writer.write(1, { ...SIDES, at }),
    )
  }
  t.same(reads, [undefined, undefined])
  t.same(reader.read(1), { ...SIDES, at: 6 })
})
