import { Packr } from 'msgpackr/index-no-eval'

/**
 * MessagePack for frames of `openfloor.msgpack`: plain maps, without the package's record
 * extension. It uses the build of msgpackr that generates no code at run time, which pages forbid,
 * and has no native code.
 */
const packr = new Packr({
  useRecords: false,
  variableMapSize: true,
  int64AsType: 'number',
  // Undefined fields are left out, as in JSON.
  skipValues: [undefined],
})

export function pack(value: unknown): Uint8Array<ArrayBuffer> {
  return packr.pack(value)
}

/** Throws if the bytes are not a complete value. */
export function unpack(bytes: Uint8Array): unknown {
  return packr.unpack(bytes)
}
