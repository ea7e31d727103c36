import { spawnSync } from 'node:child_process'
import t from 'tap'
import { cutPower } from './power-cut/power-cut.js'

const compiler = spawnSync('gcc', ['--version'])
const skip = compiler.status === 0 ? false : 'gcc compiles the recorder, and is not at hand here'

t.test('after a power cut nothing answered is lost and the log goes on', { skip }, async (t) => {
  t.match(await cutPower({ images: 30, seed: 1 }), { lost: 0, corrupt: 0, problems: [] })
})

t.test('a disk that forgets its syncs is found out', { skip }, async (t) => {
  const { lost, corrupt } = await cutPower({ images: 10, seed: 1, ignoreSyncs: true })
  t.ok(lost + corrupt > 0, `${lost} lost and ${corrupt} corrupt`)
})
