import t from 'tap'
import { DepthBoard, depthBytes } from '../../../actors/shared/depth-board.js'

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
