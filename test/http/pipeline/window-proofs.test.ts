import t from 'tap'
import { WindowProofs } from '../../../http/pipeline/window-proofs.js'

const proofs = new WindowProofs(Buffer.alloc(32, 1))

t.test('a cursor is opened in the window that it was given for, and in no other', (t) => {
  const [one, other] = [proofs.proof('a', 1), proofs.proof('a', 2)]
  for (const position of [
    { number: 1001, key: ['x', 2] },
    { number: 1002, digest: 'abc' },
  ]) {
    const cursor = proofs.cursor(one, position)
    t.strictSame(proofs.opened(one, cursor), position)
    t.equal(proofs.opened(other, cursor), undefined)
    const foreign = new WindowProofs(Buffer.alloc(32, 2))
    t.equal(foreign.opened(one, cursor), undefined, 'of another server')
    const [text = '', mark = ''] = cursor.split('.')
    for (let at = 0; at < cursor.length; at++) {
      const changed = cursor.slice(0, at) + (cursor[at] === 'A' ? 'B' : 'A') + cursor.slice(at + 1)
      if (proofs.opened(one, changed) !== undefined) t.fail(`changed at ${at}`)
    }
    for (const wrong of ['', text, `${text}.`, `.${mark}`, `${cursor}A`, `x${cursor}`, mark]) {
      t.equal(proofs.opened(one, wrong), undefined, wrong)
    }
  }
  t.end()
})

t.test('the last character of a cursor has one spelling', (t) => {
  const proof = proofs.proof('a')
  const cursor = proofs.cursor(proof, { number: 1, digest: 'a' })
  const alike = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'].filter(
    (last) => proofs.opened(proof, cursor.slice(0, -1) + last) !== undefined,
  )
  t.same(alike, [cursor.at(-1)])
  t.end()
})

t.test('names and proofs tell apart what is bound, and are not each other', (t) => {
  t.equal(proofs.name('a', 1), proofs.name('a', 1))
  t.equal(proofs.proof('a', 1), proofs.proof('a', 1))
  t.not(proofs.name('a', 1), proofs.name('a', '1'))
  t.not(proofs.proof('a', 1), proofs.proof('a', '1'))
  t.equal(proofs.name('a').length, 22)
  t.equal(proofs.proof('a').length, 43)
  t.notOk(proofs.proof('a').startsWith(proofs.name('a')))
  t.end()
})
