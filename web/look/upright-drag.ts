/** A press that moves less stays a press, unless a drag asks for more. */
const STILL_PX = 4

interface Spot {
  readonly clientX: number
  readonly clientY: number
}

/**
 * A press that may become a drag up or down. Which it is the first pixels say: one that goes sideways becomes none,
 * however far it goes.
 */
export class UprightDrag {
  readonly #from: Spot
  readonly #stillPx: number
  #way: 'still' | 'upright' | 'sideways' = 'still'

  constructor({ clientX, clientY }: Spot, stillPx = STILL_PX) {
    this.#from = { clientX, clientY }
    this.#stillPx = stillPx
  }

  /** The pixels moved down since the press; null while it is no drag. */
  movedTo({ clientX, clientY }: Spot): number | null {
    const [across, down] = [clientX - this.#from.clientX, clientY - this.#from.clientY]
    if (this.#way === 'still' && Math.max(Math.abs(across), Math.abs(down)) >= this.#stillPx) {
      this.#way = Math.abs(down) > Math.abs(across) ? 'upright' : 'sideways'
    }
    return this.#way === 'upright' ? down : null
  }
}
