import type { Prng } from '../../engine/numbers/prng.js'
import { bodyExample } from '../../http/docs/openapi.js'
import type { Route } from '../../http/pipeline/route.js'
import { mutated, one } from '../given/mutants.js'
import { anyTrade } from '../given/records/trade-bodies.js'

/** Requests and frames with something deep, wide, huge or odd in them, drawn by a seeded stream. */

const NAMES = [
  'symbol',
  'symbols',
  'volume',
  'price',
  'login',
  'logins',
  'group',
  'seq',
  'id',
  'kind',
  'position_id',
  'order_id',
  'version',
  'access_token',
  'timeframe',
  'limit',
  '__proto__',
]
const ODD_TEXTS = [
  '',
  '%',
  '%00',
  '%ff',
  '..',
  '0',
  '-1',
  '1e9',
  '9007199254740993',
  '😀',
  '*',
  'null',
  'x'.repeat(600),
  "' OR 1=1 --",
  '__proto__',
  '2026-13-45',
  'demo\\standard',
  '\u202e',
]
const DEPTHS = [31, 32, 33, 1_000, 30_000]
const WIDTHS = [255, 256, 257, 5_000]
const BODY_BYTES_MAX = 300_000

export interface OddRequest {
  readonly method: string
  readonly path: string
  readonly body: string | undefined
}

export function oddRequest(prng: Prng, route: Route): OddRequest {
  const path = route.path.replace(/\{\w+\}/g, () =>
    prng.below(2) === 0 ? String(1 + prng.below(1100)) : encodeURIComponent(one(prng, ODD_TEXTS)),
  )
  const asked = prng.below(3) === 0 ? `?${oddQuery(prng)}` : ''
  const body = route.method === 'GET' ? undefined : oddBody(prng, bodyExample(route) ?? {})
  return { method: route.method, path: path + asked, body }
}

function oddQuery(prng: Prng): string {
  const pairs = Array.from({ length: 1 + prng.below(prng.below(20) === 0 ? 200 : 4) }, () => {
    const name = one(prng, [...NAMES, 'page', 'limit', 'from', 'to', 'mask', 'filter', 'sort'])
    return `${encodeURIComponent(name)}=${encodeURIComponent(one(prng, ODD_TEXTS))}`
  })
  return pairs.join('&').slice(0, 6_000)
}

function oddBody(prng: Prng, example: unknown): string {
  switch (prng.below(8)) {
    case 0:
      return deep(one(prng, DEPTHS))
    case 1:
      return wide(one(prng, WIDTHS))
    case 2:
      return JSON.stringify({
        ...(example as object),
        comment: 'x'.repeat(one(prng, [64, 65, 2e5])),
      })
    case 3:
      return JSON.stringify(example).slice(0, prng.below(40))
    default:
      return JSON.stringify(mutated(prng, example, NAMES)).slice(0, BODY_BYTES_MAX)
  }
}

/** A frame as JSON text; most of its arguments are nearly right. */
export function oddFrame(prng: Prng, ops: readonly string[], id: number): string {
  const op = prng.below(40) === 0 ? one(prng, ODD_TEXTS) : one(prng, ops)
  const frame = (args: string): string => `{"id":${id},"op":${JSON.stringify(op)},"args":${args}}`
  switch (prng.below(8)) {
    case 0:
      return frame(`{"a":${deep(one(prng, DEPTHS))}}`)
    case 1:
      return frame(wide(one(prng, WIDTHS)))
    case 2:
      return frame(
        `{"symbols":[${Array(one(prng, [4_096, 4_097, 9_000]))
          .fill('"A"')
          .join(',')}]}`,
      )
    case 3:
      return frame(`{"volume":"${'9'.repeat(one(prng, [20, 400, 50_000]))}","seq":"-1"}`)
    case 4:
      return frame(JSON.stringify(mutated(prng, EXAMPLES, NAMES)))
    default:
      return frame(JSON.stringify(mutated(prng, anyTrade(prng, [1, 2, 3]), NAMES)))
  }
}

const EXAMPLES = {
  symbols: ['EURUSD'],
  symbol: 'EURUSD',
  timeframe: 'M1',
  seq: '0',
  logins: [1001],
  group: 'demo\\*',
  id: 1,
  price: '1.1',
  access_token: 'x',
}

function deep(depth: number): string {
  return `${'['.repeat(depth)}${']'.repeat(depth)}`
}

function wide(fields: number): string {
  return `{${Array.from({ length: fields }, (_, i) => `"f${i}":${i}`).join(',')}}`
}
