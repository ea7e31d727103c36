/** The gateways whose provider answers at the moment. */
export class GatewaysOnline {
  readonly #online = new Set<number>()

  set(online: readonly number[]): void {
    this.#online.clear()
    for (const id of online) this.#online.add(id)
  }

  has(id: number): boolean {
    return this.#online.has(id)
  }
}
