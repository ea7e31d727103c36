/** What the server says of itself; notes are told to who manages servers. */
export interface Health {
  readonly status: string
  readonly reason?: string
  readonly version?: string
  readonly commit?: string
  readonly notes?: readonly string[]
  readonly coded_notes?: readonly HealthNote[]
}

export interface HealthNote {
  readonly code: string
  readonly text: string
  readonly reason: string
  readonly params: Readonly<Record<string, string | number>>
  readonly kind: string | null
  readonly id: number | null
}

/** Null where it does not answer. It is no route of the contract: its answer has no envelope, and 503 is one, too. */
export async function readHealth(): Promise<Health | null> {
  try {
    const response = await fetch('/health')
    return (await response.json()) as Health
  } catch {
    return null
  }
}
