/**
 * `openfloor-client/node`: a WebSocket for Node before version 22. Use it with `platform: { socket:
 * nodeSocket() }`.
 */
export { type NodeSocketOptions, nodeSocket } from './node-socket.js'
