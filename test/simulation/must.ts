/** The error of the simulator when the product broke a promise. */
export class BrokenPromise extends Error {
  override readonly name = 'BrokenPromise'
}

export function broken(what: string): never {
  throw new BrokenPromise(what)
}

export function must(holds: boolean, what: string): asserts holds {
  if (!holds) broken(what)
}
