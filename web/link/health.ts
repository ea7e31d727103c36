/** The answer of `/health`. Notes are only sent to staff who manage servers. */
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

/** Null if the server does not answer. This route has no envelope, and a 503 is a valid answer. */
export async function readHealth(): Promise<Health | null> {
  try {
    const response = await fetch('/health')
    return (await response.json()) as Health
  } catch {
    return null
  }
}
