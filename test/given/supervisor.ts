import { Supervisor } from '../../actors/server/supervisor.js'
import { systemClock } from '../../actors/thread/clock.js'
import { silentLogger } from '../../actors/thread/logger.js'
import { deskData } from './desk.js'

type Parts = ConstructorParameters<typeof Supervisor>

/** The threads of a server with one shard and no demo set, which tell nobody anything. */
export function supervisorOf(
  dataDir: string,
  over: Partial<Parts[0]> = {},
  events: Partial<Parts[1]> = {},
): Supervisor {
  return new Supervisor(
    {
      dataDir,
      shards: 1,
      demo: false,
      administratorRights: [],
      clockOffsetMs: 0,
      diskReserveBytes: 0,
      clock: systemClock(),
      logger: silentLogger,
      secretKey: deskData(dataDir).secretKey,
      ...over,
    },
    {
      onBatch: () => undefined,
      onMoved: () => undefined,
      onDeskEvent: () => undefined,
      onBook: () => undefined,
      onShardReady: () => undefined,
      onShardDeath: () => undefined,
      ...events,
    },
  )
}
