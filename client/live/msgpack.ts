import { Packr } from 'msgpackr/index-no-eval'

/**
 * MessagePack of plain data, as the frames of `openfloor.msgpack` are written: maps, no records of the package's own.
 * The build of msgpackr that makes no code at run time, since pages forbid that, and has no native parts.
 */
const packr = new Packr({
  useRecords: false,
  variableMapSize: true,
  int64AsType: 'number',
  // What has no value is left out, as in JSON.
  skipValues: [undefined],
})

export function packed(value: unknown): Uint8Array<ArrayBuffer> {
  return packr.pack(value)
}

/** Throws where the bytes are no whole value. */
export function unpacked(bytes: Uint8Array): unknown {
  return packr.unpack(bytes)
}
