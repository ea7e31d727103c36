import t from 'tap'
import { AccountImports, type ImportDesk } from '../../../actors/jobs/account-import.js'
import type { Passwords } from '../../../actors/sign-in/passwords.js'
import { refuse } from '../../../engine/code.js'
import { IMPORT_PARTS_BYTES } from '../../../engine/limits.js'
import { givenBook } from '../../given/book.js'

// Goal: a table reaches the desk whole, or no job is made of it.

const FULL = refuse('unavailable', 'Too many tables are being received.')
const RECEIPT = 7

/** A desk that takes as many slices of a table, and what it was asked. */
function given(taken: number) {
  const asked: unknown[] = []
  const ask = async (name: string, request: { receipt: number; parts?: readonly unknown[] }) => {
    asked.push([name, request.receipt, request.parts?.length ?? 0])
    if (name === 'imports.abandon') return { ok: true, value: null }
    return asked.length > taken ? FULL : { ok: true, value: RECEIPT }
  }
  const imports = new AccountImports({
    ...{ desk: { ask } as unknown as ImportDesk, passwords: {} as Passwords, book: givenBook },
  })
  return { asked, imports }
}

/** Each of them fills a slice. */
const PARTS = [0, 1, 2].map((first) => ({
  ...{ first, line: first + 2, text: 'x'.repeat(IMPORT_PARTS_BYTES) },
}))

t.test(
  'a table of which the desk refuses a slice becomes no job, and what it has is abandoned',
  async (t) => {
    for (const [taken, told] of [
      [0, [['imports.receive', 0, 1]]],
      [
        1,
        [
          ['imports.receive', 0, 1],
          ['imports.receive', RECEIPT, 1],
          ['imports.abandon', RECEIPT, 0],
        ],
      ],
    ] as const) {
      const { asked, imports } = given(taken)
      const outcome = await imports.handOver(PARTS, async () => t.fail('a job was made') as never)
      t.same(outcome, FULL)
      t.same(asked, told)
    }
  },
)
