import { statfs } from 'node:fs/promises'
import { Gauge, type Registry } from 'prom-client'
import type { Settings } from '../settings.js'

/** A directory that the server writes to, with its purpose as a label. */
export interface KeptDirectory {
  readonly keeps: 'data' | 'backups' | 'log_archive'
  readonly path: string
}

export function keptDirectories({
  dataDir,
  backup,
  logArchive,
}: Pick<Settings, 'dataDir' | 'backup' | 'logArchive'>): KeptDirectory[] {
  return [
    { keeps: 'data', path: dataDir },
    ...(backup === undefined ? [] : [{ keeps: 'backups', path: backup.directory } as const]),
    ...(logArchive === undefined
      ? []
      : [{ keeps: 'log_archive', path: logArchive.directory } as const]),
  ]
}

/** The free space on the disks that the server writes to. An unavailable disk has no value. */
export function diskMetrics(registry: Registry, directories: readonly KeptDirectory[]): void {
  const gauge = (name: string, help: string, read: (disk: DiskRoom) => number): void => {
    new Gauge({
      name: `openfloor_disk_${name}`,
      help,
      labelNames: ['keeps'],
      registers: [registry],
      async collect() {
        this.reset()
        for (const { keeps, path } of directories) {
          const room = await roomOf(path)
          if (room !== null) this.set({ keeps }, read(room))
        }
      },
    })
  }
  gauge('free_bytes', 'Bytes that are free where it is kept', ({ free }) => free)
  gauge('size_bytes', 'Bytes of the disk where it is kept', ({ size }) => size)
}

interface DiskRoom {
  readonly free: number
  readonly size: number
}

async function roomOf(path: string): Promise<DiskRoom | null> {
  try {
    const { bavail, blocks, bsize } = await statfs(path)
    return { free: bavail * bsize, size: blocks * bsize }
  } catch {
    return null
  }
}
