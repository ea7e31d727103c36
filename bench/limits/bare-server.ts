import { App, type us_listen_socket, us_socket_local_port, type WebSocket } from 'uWebSockets.js'
import { answerCalls } from '../remote.js'

/**
 * uWebSockets.js without the product, in a separate process: a constant answer, an echo, and
 * topics. Its rates are upper limits for the product.
 */
export interface BareServerSpec {
  /** The constant answer's body. */
  readonly body: string
  /** Every socket on `/topics` is subscribed to as many. */
  readonly topics: number
}

export interface PublishSpec {
  /** One per topic. */
  readonly frames: readonly string[]
  /** Bursts that may be under way before the readers must have seen the first of them. */
  readonly burstsAhead: number
}

const JSON_TYPE = 'application/json; charset=utf-8'
const MAX_BACKPRESSURE = 1024 * 1024

let app: ReturnType<typeof App> | undefined
let publishing: { frames: readonly string[]; burstsAhead: number; underWay: number } | undefined
let listening: us_listen_socket | undefined

const commands = {
  listen(spec: BareServerSpec): Promise<number> {
    const topics = Array.from({ length: spec.topics }, (_, i) => `t${i}`)
    app = App()
    app.get('/constant', (res) => {
      res.cork(() => {
        res.writeHeader('Content-Type', JSON_TYPE).end(spec.body)
      })
    })
    app.ws('/echo', {
      maxPayloadLength: 64 * 1024,
      message: (socket, message, isBinary) => {
        socket.send(message, isBinary)
      },
    })
    app.ws('/topics', {
      maxBackpressure: MAX_BACKPRESSURE,
      open: (socket: WebSocket<unknown>) => {
        for (const topic of topics) socket.subscribe(topic)
      },
      message: burstSeen,
    })
    return new Promise((resolve, reject) => {
      app?.listen('127.0.0.1', 0, (socket) => {
        if (!socket) return reject(new Error('no port to listen on'))
        listening = socket
        resolve(us_socket_local_port(listening))
      })
    })
  },
  publish(spec: PublishSpec): void {
    publishing = { ...spec, underWay: 0 }
    publishBursts()
  },
  stopPublishing(_: null): void {
    publishing = undefined
  },
}

/** The first reader says that all of a burst has arrived. */
function burstSeen(): void {
  if (publishing === undefined) return
  publishing.underWay--
  setImmediate(publishBursts)
}

function publishBursts(): void {
  const current = publishing
  if (current === undefined || app === undefined) return
  while (current.underWay < current.burstsAhead) {
    current.underWay++
    for (const [i, frame] of current.frames.entries()) app.publish(`t${i}`, frame)
  }
}

export type BareCommands = typeof commands

answerCalls(commands)
