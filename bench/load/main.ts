import { answerCalls } from '../remote.js'
import { type HttpResult, type HttpSpec, runHttp } from './http-client.js'
import {
  type OpenReaders,
  QuoteReaders,
  type ReadersResult,
  type ReadersSpec,
} from './quote-readers.js'
import { SocketClient, type SocketsSpec } from './socket-client.js'
import { type FollowResult, type FollowSpec, StreamFollower } from './stream-follower.js'
import type { TrafficResult, TrafficSpec } from './traffic.js'

/** The load client's process. One set of sockets, one set of readers and one follower at a time. */
let sockets: SocketClient | undefined
let readers: QuoteReaders | undefined
let follower: StreamFollower | undefined

const commands = {
  async openSockets(spec: SocketsSpec): Promise<void> {
    sockets?.close()
    sockets = await SocketClient.open(spec)
  },
  traffic(spec: TrafficSpec): Promise<TrafficResult> {
    if (sockets === undefined) throw new Error('open sockets first')
    return sockets.run(spec)
  },
  closeSockets(_: null): void {
    sockets?.close()
    sockets = undefined
  },
  http(spec: HttpSpec): Promise<HttpResult> {
    return runHttp(spec)
  },
  async openReaders(spec: ReadersSpec): Promise<OpenReaders> {
    readers?.close()
    const { readers: open, opened } = await QuoteReaders.open(spec)
    readers = open
    return opened
  },
  readQuotes(spec: { readonly seconds: number }): Promise<ReadersResult> {
    if (readers === undefined) throw new Error('open readers first')
    return readers.read(spec.seconds)
  },
  closeReaders(_: null): void {
    readers?.close()
    readers = undefined
  },
  async openFollower(spec: FollowSpec): Promise<void> {
    follower?.close()
    follower = await StreamFollower.open(spec)
  },
  follow(spec: { readonly seconds: number }): Promise<FollowResult> {
    if (follower === undefined) throw new Error('open the follower first')
    return follower.follow(spec.seconds)
  },
  closeFollower(_: null): void {
    follower?.close()
    follower = undefined
  },
}

export type LoadCommands = typeof commands

answerCalls(commands)
