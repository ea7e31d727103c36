/** `openfloor-client/node`: what Node lacks before version 22. `platform: { socket: nodeSocket() }` is all it takes. */
export { type NodeSocketOptions, nodeSocket } from './node-socket.js'
