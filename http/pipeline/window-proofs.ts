import { createHmac, timingSafeEqual } from 'node:crypto'
import type { TracedPosition, WindowPosition } from '../../wire/thread/window.js'

/**
 * Keeps a cursor to the window that it was given for.
 *
 *   P1. A proof is a keyed digest of everything that decides which rows a window has and in which order:
 *       the query, the resource, who asks, with which rights and within which groups.
 *   P2. A cursor carries a keyed digest of itself and of its window's proof. In another window, or
 *       changed by a single bit, it is no cursor.
 */
const MARK_BYTES = 16
const SHAPE = /^([A-Za-z0-9_-]{1,480})\.([A-Za-z0-9_-]{22})$/

export class WindowProofs {
  readonly #key: Uint8Array

  constructor(secretKey: Uint8Array) {
    this.#key = createHmac('sha256', secretKey).update('windows').digest()
  }

  proof(...bound: readonly unknown[]): string {
    return this.#mark('proof', JSON.stringify(bound)).toString('base64url')
  }

  /** A short name of what `bound` tells apart. */
  name(...bound: readonly unknown[]): string {
    return this.#mark('name', JSON.stringify(bound)).toString('base64url', 0, MARK_BYTES)
  }

  cursor(proof: string, position: WindowPosition | TracedPosition): string {
    const place = 'key' in position ? position.key : position.digest
    const text = Buffer.from(JSON.stringify([position.number, place])).toString('base64url')
    return `${text}.${this.#mark('cursor', `${proof}/${text}`).toString('base64url', 0, MARK_BYTES)}`
  }

  /** Undefined for what is no cursor of this window. */
  opened(proof: string, cursor: string): WindowPosition | TracedPosition | undefined {
    const [, text = '', given = ''] = SHAPE.exec(cursor) ?? []
    const mark = this.#mark('cursor', `${proof}/${text}`).subarray(0, MARK_BYTES)
    const told = Buffer.from(given, 'base64url')
    // Only the text that was made is taken, though others may stand for the same bytes.
    if (given !== told.toString('base64url')) return undefined
    if (told.length !== mark.length || !timingSafeEqual(told, mark)) return undefined
    const [number, place] = JSON.parse(Buffer.from(text, 'base64url').toString()) as [
      number,
      string | (string | number)[],
    ]
    return typeof place === 'string' ? { number, digest: place } : { number, key: place }
  }

  #mark(use: string, text: string): Buffer {
    return createHmac('sha256', this.#key).update(`${use}/${text}`).digest()
  }
}
