/** The answer of `/health`. Notes are only sent to staff who manage servers. */
export interface Health {
  readonly status: string
  /** In English. */
  readonly reason?: string
  readonly coded_reason?: HealthText
  readonly version?: string
  readonly commit?: string
  readonly notes?: readonly string[]
  readonly coded_notes?: readonly HealthNote[]
}

/** A text in English, with its key and its parameters. */
export interface HealthText {
  readonly text: string
  readonly reason: string
  readonly params: Readonly<Record<string, string | number>>
}

export interface HealthNote extends HealthText {
  readonly code: string
  readonly kind: string | null
  readonly id: number | null
}

/**
 * Reads the server's health; null if it does not answer. This route has no envelope, and a 503 is a
 * valid answer.
 */
export async function readHealth(): Promise<Health | null> {
  try {
    const response = await fetch('/health')
    return (await response.json()) as Health
  } catch {
    return null
  }
}
