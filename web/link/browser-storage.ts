/** The browser's storage for the pages; in memory if the browser stores nothing. */
const memory = new Map<string, string>()

export function readStored(key: string, where: 'local' | 'session' = 'local'): string | null {
  try {
    return storageOf(where).getItem(`openfloor.${key}`)
  } catch {
    return memory.get(key) ?? null
  }
}

export function store(
  key: string,
  value: string | null,
  where: 'local' | 'session' = 'local',
): void {
  try {
    if (value === null) storageOf(where).removeItem(`openfloor.${key}`)
    else storageOf(where).setItem(`openfloor.${key}`, value)
  } catch {
    if (value === null) memory.delete(key)
    else memory.set(key, value)
  }
}

export function readStoredJson<T>(key: string, other: T, where: 'local' | 'session' = 'local'): T {
  const text = readStored(key, where)
  if (text === null) return other
  try {
    return JSON.parse(text) as T
  } catch {
    return other
  }
}

/** Calls `run` when another tab has changed the value. Returns a function that unsubscribes. */
export function onStoredChange(key: string, run: () => void): () => void {
  const heard = (event: StorageEvent) => {
    if (event.key === `openfloor.${key}`) run()
  }
  addEventListener('storage', heard)
  return () => removeEventListener('storage', heard)
}

function storageOf(where: 'local' | 'session'): Storage {
  return where === 'local' ? localStorage : sessionStorage
}
