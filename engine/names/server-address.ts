export interface ServerAddress {
  readonly host: string
  readonly port: number
}

const ADDRESS = /^(?:\[([0-9a-fA-F:.]{2,45})\]|([^\s:/[\]]{1,253})):(\d{1,5})$/

/**
 * Parses `host:port` or `[v6]:port`; undefined for any other text, or if the port is not 1 to
 * 65535.
 */
export function parseAddress(server: string): ServerAddress | undefined {
  const parts = ADDRESS.exec(server)
  const host = parts?.[1] ?? parts?.[2]
  const port = Number(parts?.[3])
  if (host === undefined || port < 1 || port > 65_535) return undefined
  return { host, port }
}
