import t from 'tap'
import { beginWork } from '../../../../actors/desk/start/begin-work.js'
import { accept } from '../../../../actors/thread/ask.js'
import type { Logger } from '../../../../actors/thread/logger.js'

// Only a drill's clock may stand wherever it wants: the desk looks at any other before work begins.

const NOBODY = { warn: () => undefined } as unknown as Logger

t.test('a clock that is set off from that of the machine is of a drill, no other', async (t) => {
  for (const [clockOffsetMs, isDrill] of [
    [0, false],
    [-1, true],
    [86_400_000, true],
  ] as const) {
    const asked: unknown[] = []
    const journal = { id: 5, hash: 'h' }
    const desk = {
      ask: async (...what: unknown[]) => {
        asked.push(what)
        return accept({ journal, warnings: [] } as never)
      },
    }
    const begun = await beginWork(desk, { dataDir: '/there', clockOffsetMs, logger: NOBODY })
    t.same(asked, [['system.begin', { dataDir: '/there', isDrill }]])
    t.same(begun, journal)
  }
})
