import { limits } from './cases/limits.bench.js'
import type { BenchCase } from './harness.js'

/** Every case, in the order they run. */
export const catalog: readonly BenchCase[] = [limits]
