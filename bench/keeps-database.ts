import { existsSync } from 'node:fs'
import { sqlitePath } from '../storage/paths.js'
import type { Bench } from './harness.js'
import { type Environment, Product } from './server.js'

/** False for a stand-in that only speaks the product's interface. */
export async function keepsDatabase(bench: Bench, environment: Environment): Promise<boolean> {
  if (!existsSync(bench.product)) return false
  const product = await Product.prepare(bench, environment)
  await product.start()
  await product.stop()
  return existsSync(sqlitePath(product.dataDir))
}
