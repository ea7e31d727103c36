import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A small file system in memory, mounted for the time of a test; needs root. */
const MIB = 1024 * 1024

export class SmallDisk {
  readonly directory: string
  readonly #filler: string

  private constructor(directory: string) {
    this.directory = directory
    this.#filler = join(directory, 'filler')
  }

  /** Mounts one for `work`; false where mounting is not allowed. */
  static async use(mib: number, work: (disk: SmallDisk) => Promise<void>): Promise<boolean> {
    const directory = mkdtempSync(join(tmpdir(), 'openfloor-disk-'))
    const unmount = (): void => {
      spawnSync('umount', ['-l', directory])
      rmSync(directory, { recursive: true, force: true })
    }
    const options = ['-t', 'tmpfs', '-o', `size=${mib}m`, 'tmpfs', directory]
    if (spawnSync('mount', options).status !== 0) {
      rmSync(directory, { recursive: true })
      return false
    }
    process.once('exit', unmount)
    try {
      await work(new SmallDisk(directory))
    } finally {
      process.off('exit', unmount)
      unmount()
    }
    return true
  }

  get freeMib(): number {
    const { bavail, bsize } = statfsSync(this.directory)
    return (bavail * bsize) / MIB
  }

  /** Leaves so much free. */
  fill(freeMib: number): void {
    rmSync(this.#filler, { force: true })
    try {
      writeFileSync(this.#filler, Buffer.alloc((this.freeMib - freeMib) * MIB))
    } catch (error) {
      // The server wrote meanwhile: then the disk is full, which is what `fill(0)` asks for.
      if (freeMib > 0 || (error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
    }
  }

  clear(): void {
    rmSync(this.#filler, { force: true })
  }
}
