import t from 'tap'
import {
  confirmationCode,
  fileId,
  madePassword,
  namedUuid,
  paymentId,
  randomKey,
  randomPassword,
  randomToken,
  requestId,
  sessionId,
  shortId,
  tokenDigest,
} from '../../../actors/thread/random.js'

const MADE = Array.from({ length: 200 }, (_, i) => i)

t.test('each name is of its kind, and none is made twice', async (t) => {
  const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
  const kinds: [name: string, make: () => string, like: RegExp][] = [
    ['token', randomToken, /^[\w-]{43}$/],
    ['request', requestId, uuid],
    ['session', sessionId, uuid],
    ['payment', paymentId, uuid],
    ['short', shortId, /^[\w-]{16}$/],
    ['file', fileId, /^[0-9a-f]{32}$/],
    ['key', () => Buffer.from(randomKey()).toString('hex'), /^[0-9a-f]{64}$/],
    ['password', madePassword, /^[a-zA-Z0-9]{20}$/],
  ]
  for (const [name, make, like] of kinds) {
    const made = MADE.map(make)
    t.same(
      made.filter((one) => !like.test(one)),
      [],
      name,
    )
    t.equal(new Set(made).size, MADE.length, name)
  }
  t.ok(MADE.map(confirmationCode).every((code) => /^\d{6}$/.test(code)))
})

t.test('a password has each kind of character, and none that looks like another', async (t) => {
  const made = MADE.map(randomPassword)
  for (const like of [
    /^[a-zA-Z2-9!#%+\-_=?]{16}$/,
    /[a-z]/,
    /[A-Z]/,
    /\d/,
    /[!#%+\-_=?]/,
    /^[^lIO01]+$/,
  ]) {
    t.same(
      made.filter((one) => !like.test(one)),
      [],
      String(like),
    )
  }
  t.equal(new Set(made).size, made.length)
  const kindsAt = (at: number) => new Set(made.map((one) => /[a-z]/.test(one[at] ?? '')))
  t.same([kindsAt(0).size, kindsAt(15).size], [2, 2], 'no place is of one kind')
  const letters = made.join('').replace(/[^a-zA-Z]/g, '').length / made.length
  t.ok(letters > 9 && letters < 13, 'two letters, and most of the twelve of any kind: 11 of 16')
})

t.test('a named UUID is the one of RFC 9562, and a digest that of SHA-256', async (t) => {
  const names = '6ba7b810-9dad-11d1-80b4-00c04fd430c8'
  t.equal(namedUuid(names, 'www.example.com'), '2ed6657d-e927-568b-95e1-2665a8aea6a2')
  t.equal(tokenDigest('abc'), 'ungWv48Bz-pBQUDeXa4iI7ADYaOWF3qctBD_YfIAFa0')
})
