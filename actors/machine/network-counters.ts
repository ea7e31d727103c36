import { readFile } from 'node:fs/promises'

/** The bytes received and sent, as the kernel counts them. */
export interface NetworkCounters {
  readonly rx_bytes: number | null
  readonly tx_bytes: number | null
  /** Retransmits over all adapters; null for a single adapter. */
  readonly tcp_retransmits: number | null
  /** The reason why a figure is null; empty if none is. */
  readonly reason: string
}

const DEVICES = '/proc/net/dev'
const SNMP = '/proc/net/snmp'

/** The counters of one adapter, or of all except loopback if the name is empty. */
export async function networkCounters(adapter: string): Promise<NetworkCounters> {
  const nothing = { rx_bytes: null, tx_bytes: null, tcp_retransmits: null }
  const [devices, snmp] = await Promise.all([textOf(DEVICES), textOf(SNMP)])
  if (devices === null) return { ...nothing, reason: `${DEVICES} cannot be read` }
  const rows = devicesIn(devices)
  if (adapter !== '') {
    const own = rows.get(adapter)
    if (own === undefined) return { ...nothing, reason: `there is no adapter ${adapter}` }
    const reason = 'retransmissions are counted for all adapters together'
    return { rx_bytes: own.rx, tx_bytes: own.tx, tcp_retransmits: null, reason }
  }
  let [rx, tx] = [0, 0]
  for (const [name, counts] of rows) {
    if (name === 'lo') continue
    rx += counts.rx
    tx += counts.tx
  }
  const retransmits = snmp === null ? null : retransmitsIn(snmp)
  const reason = retransmits === null ? `${SNMP} does not tell retransmissions` : ''
  return { rx_bytes: rx, tx_bytes: tx, tcp_retransmits: retransmits, reason }
}

/** Parses `/proc/net/dev`: two header lines, then `name: 8 receive figures, 8 transmit figures`. */
export function devicesIn(text: string): ReadonlyMap<string, { rx: number; tx: number }> {
  const rows = new Map<string, { rx: number; tx: number }>()
  for (const line of text.split('\n').slice(2)) {
    const [name, figures] = line.split(':')
    const counts = (figures ?? '').trim().split(/\s+/).map(Number)
    const [rx = Number.NaN, tx = Number.NaN] = [counts[0], counts[8]]
    if (name !== undefined && Number.isFinite(rx) && Number.isFinite(tx)) {
      rows.set(name.trim(), { rx, tx })
    }
  }
  return rows
}

/** Parses `/proc/net/snmp`: a line of names and a line of figures for each protocol. */
export function retransmitsIn(text: string): number | null {
  const [names = '', figures = ''] = text.split('\n').filter((line) => line.startsWith('Tcp:'))
  const at = names.split(/\s+/).indexOf('RetransSegs')
  const found = at < 0 ? Number.NaN : Number(figures.split(/\s+/)[at])
  return Number.isFinite(found) ? found : null
}

async function textOf(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8')
  } catch {
    return null
  }
}
