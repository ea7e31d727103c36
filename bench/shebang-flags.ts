import { closeSync, openSync, readSync } from 'node:fs'

const HEAD_BYTES = 200
const FLAGS = /^#!\/usr\/bin\/env -S node (.+)$/

/** The flags of Node with which a command's first line starts it, for those who start it by `node` themselves. */
export function shebangFlags(command: string): readonly string[] {
  const head = Buffer.alloc(HEAD_BYTES)
  const file = openSync(command, 'r')
  try {
    const line = head.toString('utf8', 0, readSync(file, head)).split('\n')[0] ?? ''
    return FLAGS.exec(line)?.[1]?.split(' ') ?? []
  } finally {
    closeSync(file)
  }
}
