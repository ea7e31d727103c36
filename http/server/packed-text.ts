import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { constants, gzip } from 'node:zlib'
import type { PlainRequest } from '../exchange/request.js'
import type { RawAnswer } from '../pipeline/route.js'
import { takesGzip } from './accepted-encoding.js'
import { CACHE_HEADER } from './answer-headers.js'

/**
 * A text that is the same for all clients while the server runs. It is kept both plain and
 * compressed, and answered with 304 if the client has it.
 */
export class PackedText {
  readonly #plain: Form
  readonly #packed: Form

  private constructor(plain: Form, packed: Form) {
    this.#plain = plain
    this.#packed = packed
  }

  /** Compresses the text on another thread. */
  static async of(text: string): Promise<PackedText> {
    const plain = Buffer.from(text)
    const packed = await promisify(gzip)(plain, { level: constants.Z_BEST_COMPRESSION })
    return new PackedText(form(plain), form(packed))
  }

  /** `headers` are added to those that describe the content. */
  answer(
    accepted: AcceptedEncoding,
    mediaType: string,
    headers: readonly (readonly [string, string])[] = [],
  ): RawAnswer {
    const { bytes, tag } = accepted.gzip ? this.#packed : this.#plain
    const own: [string, string][] = [
      ['etag', tag],
      ['vary', 'accept-encoding'],
      [CACHE_HEADER, 'no-cache'],
    ]
    if (accepted.gzip) own.push(['content-encoding', 'gzip'])
    const status = isKnownTag(accepted.tags, tag) ? 304 : 200
    return { status, mediaType, body: bytes, headers: [...own, ...headers], isShared: true }
  }
}

interface Form {
  readonly bytes: Buffer
  readonly tag: string
}

function form(bytes: Buffer): Form {
  return { bytes, tag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"` }
}

/**
 * The encodings and ETags in the request's headers. Read it before the handler waits, because the
 * library deletes the request's headers later.
 */
export interface AcceptedEncoding {
  readonly gzip: boolean
  /** The value of the header `If-None-Match`. */
  readonly tags: string
}

export function acceptedBy({ headers }: PlainRequest): AcceptedEncoding {
  return { gzip: takesGzip(headers['accept-encoding']), tags: headers['if-none-match'] ?? '' }
}

/** True if `If-None-Match` contains the tag, as a strong or weak one. */
export function isKnownTag(tags: string, tag: string): boolean {
  const known = tags.split(',').map((one) => one.trim().replace(/^W\//, ''))
  return known.includes(tag) || known.includes('*')
}
