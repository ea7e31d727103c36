/** Movements up to this distance count as a click, unless a drag requires more. */
const STILL_PX = 4

interface Spot {
  readonly clientX: number
  readonly clientY: number
}

/**
 * A press that may become a vertical drag. The first pixels decide: if they go sideways, it never
 * becomes one.
 */
export class UprightDrag {
  readonly #from: Spot
  readonly #stillPx: number
  #way: 'still' | 'upright' | 'sideways' = 'still'

  constructor({ clientX, clientY }: Spot, stillPx = STILL_PX) {
    this.#from = { clientX, clientY }
    this.#stillPx = stillPx
  }

  /** The distance moved down in pixels; null while it is not a drag. */
  movedTo({ clientX, clientY }: Spot): number | null {
    const [across, down] = [clientX - this.#from.clientX, clientY - this.#from.clientY]
    if (this.#way === 'still' && Math.max(Math.abs(across), Math.abs(down)) >= this.#stillPx) {
      this.#way = Math.abs(down) > Math.abs(across) ? 'upright' : 'sideways'
    }
    return this.#way === 'upright' ? down : null
  }
}
