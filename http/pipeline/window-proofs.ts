import { createHmac, timingSafeEqual } from 'node:crypto'
import type { TracedPosition, WindowPosition } from '../../wire/window/window.js'

/**
 * Binds each cursor to the window that it was issued for.
 *
 * - A proof is a keyed digest of everything that determines the rows of a window and their order:
 *   query, resource, caller, rights and scope.
 * - A cursor carries a keyed digest of itself and of the proof. Used in another window, or changed
 *   in a single bit, it is invalid.
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

  /** A short digest of the given values. */
  name(...bound: readonly unknown[]): string {
    return this.#mark('name', JSON.stringify(bound)).toString('base64url', 0, MARK_BYTES)
  }

  cursor(proof: string, position: WindowPosition | TracedPosition): string {
    const place = 'key' in position ? position.key : position.digest
    const text = Buffer.from(JSON.stringify([position.number, place])).toString('base64url')
    return `${text}.${this.#mark('cursor', `${proof}/${text}`).toString('base64url', 0, MARK_BYTES)}`
  }

  /** Returns undefined if the text is not a valid cursor of this window. */
  opened(proof: string, cursor: string): WindowPosition | TracedPosition | undefined {
    const [, text = '', given = ''] = SHAPE.exec(cursor) ?? []
    const mark = this.#mark('cursor', `${proof}/${text}`).subarray(0, MARK_BYTES)
    const told = Buffer.from(given, 'base64url')
    // Accepts only the canonical text, because other base64 texts may decode to the same bytes.
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
