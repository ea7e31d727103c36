import { readStored, store } from './browser-storage.js'
import { now, wait } from './clock.js'
import { newId } from './random.js'

const LEASE_MS = 5_000
const LOOK_MS = 100

/**
 * Runs the work in only one tab at a time. Pages over plain http have no Web Locks and use a lease
 * in local storage instead.
 */
export async function exclusively<T>(name: string, work: () => Promise<T>): Promise<T> {
  const { locks } = navigator as { locks?: LockManager }
  if (locks !== undefined) return (await locks.request(`openfloor.${name}`, work)) as T
  const own = newId()
  const key = `lease.${name}`
  for (;;) {
    const [holder = '', until = '0'] = (readStored(key) ?? '').split(' ')
    if (holder === '' || Number(until) < now()) {
      store(key, `${own} ${now() + LEASE_MS}`)
      await wait(LOOK_MS)
      if (readStored(key)?.startsWith(own) === true) break
    }
    await wait(LOOK_MS)
  }
  try {
    return await work()
  } finally {
    store(key, null)
  }
}
