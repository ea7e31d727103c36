import t from 'tap'
import { deskHandlers } from '../../../../actors/desk/operations.js'
import { refuseOtherKey, sealKnownText } from '../../../../actors/desk/start/key-check.js'
import { randomKey } from '../../../../actors/thread/random.js'
import { metaRepo } from '../../../../storage/repos/meta.js'
import { openSeal, type Seal } from '../../../../storage/secrets/seal.js'
import { STAFF } from '../../../given/desk.js'
import { ConfigFront } from '../../../given/fronts/config-front.js'

function given(t: ConstructorParameters<typeof ConfigFront>[0]) {
  const front = new ConfigFront(t)
  const { desk } = front
  const meta = metaRepo(desk.db)
  meta.remove('sealed_text')
  const sealOf = () => openSeal(randomKey(), randomKey)
  /** The code of the answer to a start with this key, and whether a known text lies there then. */
  const start = (seal: Seal) => {
    const refusal = refuseOtherKey({ ...desk, seal })
    return [refusal?.code, meta.get('sealed_text') !== undefined]
  }
  const setSecret = (field: string, seal: Seal): void => {
    const [feed] = desk.config.records.datafeeds
    const { id = 0, version = 0 } = feed ?? {}
    const asked = { actor: STAFF, kind: 'datafeeds', id, version, input: { [field]: 'x' } } as const
    const changed = deskHandlers({ ...desk, seal })['config.update'](asked)
    if (!changed.ok) throw new Error(changed.message)
  }
  return { desk, meta, own: desk.seal, sealOf, start, setSecret }
}

t.test('a directory without any secret takes the key that comes first, and no other', (t) => {
  const { sealOf, start } = given(t)
  const first = sealOf()
  t.same(start(first), [undefined, true])
  t.same(start(first), [undefined, true])
  t.same(start(sealOf()), ['conflict', true])
  t.end()
})

t.test('one of an older server takes the key that opens some of its secrets', (t) => {
  const { desk, meta, own, sealOf, start, setSecret } = given(t)
  setSecret('password', own)
  t.same(start(sealOf()), ['conflict', false], 'it opens none of them')
  setSecret('gateway_password', sealOf())
  t.same(start(own), [undefined, true])
  const other = sealOf()
  sealKnownText({ ...desk, seal: other })
  t.same(start(other), [undefined, true], 'a person accepted it')
  t.same(start(own), ['conflict', true])
  meta.set('sealed_text', own.seal('another text', 'meta/sealed_text'))
  t.same(start(own), ['conflict', true])
  t.end()
})
